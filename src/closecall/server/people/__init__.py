"""Who somebody is: identities, sessions and names."""

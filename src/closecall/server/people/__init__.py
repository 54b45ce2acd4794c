"""People: identities, sessions and names."""

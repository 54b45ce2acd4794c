"""How the values of the strong bots are found: by games against themselves, on two cores in about an hour."""

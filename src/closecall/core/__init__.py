"""What all games share: rules protocol, match, fate, record, codec. Pure, typed, standard library only."""

// The colours of players at the table, if their game does not give them any.

/** The name of a colour in the styles; "none" is neutral. */
export type SeatColour = "red" | "yellow" | "green" | "blue" | "black" | "none";

/** By seat. */
export const SEAT_COLOURS: readonly SeatColour[] = ["blue", "red", "green", "yellow", "black"];

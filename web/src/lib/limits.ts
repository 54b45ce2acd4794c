// The longest texts that the server accepts.

export const LONGEST_NAME = 24;
export const LONGEST_WORDS = 80;

// Our own drawing of a cup, on a square of 48 by 48.

export const HANDLES = "M14 10H6v4a9 9 0 0 0 9 9M34 10h8v4a9 9 0 0 1-9 9";
export const CUP = ["M13 5h22v14a11 11 0 0 1-22 0Z", "M22 30h4v5h6v3H16v-3h6Z", "M13 38h22v5H13Z"];
export const STAR = "m24 9 1.9 4.2 4.6.5-3.4 3.1.9 4.5-4-2.3-4 2.3.9-4.5-3.4-3.1 4.6-.5Z";

/** Demo clients had proof mode on for so long, and so many in a hundred viewers were without peers. */
export const PROOF_DAYS = 80;
export const PROOF_SHARE_PCT = 10;

/** @param number of the viewer, of whom every tenth is drawn. */
export const isAside = (number: number): boolean => number % 10 === 3;

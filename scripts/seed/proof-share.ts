/** Days with proof mode in demo clients, whose control group is without peers. */
export const PROOF_DAYS = 80;
export const PROOF_SHARE_PCT = 10;

/** @param number the viewer's; every tenth is in the control group. */
export const isAside = (number: number): boolean => number % 10 === 3;

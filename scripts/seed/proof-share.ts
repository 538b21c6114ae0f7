/** The number of days with proof mode in demo clients. The control group of proof mode has no peers. */
export const PROOF_DAYS = 80;
export const PROOF_SHARE_PCT = 10;

/** Returns whether a viewer is in the control group, which contains every tenth viewer. @param number the viewer's number. */
export const isInControlGroup = (number: number): boolean => number % 10 === 3;

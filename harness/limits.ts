/** What only a hang reaches, also on a machine that does much else. */
export const WAIT_MS = 60_000;

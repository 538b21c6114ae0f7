import pLimit from "p-limit";

/**
 * Publications of one kind, of videos or of scene lists, that run at once: the calls of screens use the same connections, and thousands may be due when a process
 * starts.
 */
export const PUBLICATIONS_AT_ONCE = 4;

/** Lets a few publications run, the others wait. @example const inTurn = takeTurns(); await inTurn(() => publish(uuid)); */
export const takeTurns = () => pLimit(PUBLICATIONS_AT_ONCE);

import pLimit from "p-limit";

/**
 * Maximum concurrent publications of one kind (videos or scene lists): screens use the same connections, and thousands may be due
 * when a process starts.
 */
export const PUBLICATIONS_AT_ONCE = 4;

export const createPublicationLimit = () => pLimit(PUBLICATIONS_AT_ONCE);

import pLimit from "p-limit";

/**
 * Maximum concurrent publications of one kind (videos or scene lists): screens use the same connections, and thousands may be due
 * when a process starts.
 */
export const MAX_CONCURRENT_PUBLICATIONS = 4;

export const createPublicationLimit = () => pLimit(MAX_CONCURRENT_PUBLICATIONS);

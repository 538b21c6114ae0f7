/**
 * The folders of an edge's spool, by the table to which the rows will be written. The first is the spool's own folder, which contains the
 * others.
 */
export const SPOOL_FOLDERS = {
  session_minutes: "",
  robot_minutes: "robots",
  outro_sessions: "outros",
  metered_hours: "metered",
  cdn_hours: "cdn",
} as const;

/** A ClickHouse table whose rows wait in a spool. */
export type SpooledTable = keyof typeof SPOOL_FOLDERS;

const SPOOL_FILE = /^\d{15}-\d{6}\.jsonl$/;

/**
 * Returns the name of a spool's file: names sort by age.
 * @param sequence counts the files of the process that writes them.
 */
export const spoolFileName = (atMs: number, sequence: number): string =>
  `${String(atMs).padStart(15, "0")}-${String(sequence).padStart(6, "0")}.jsonl`;

/** Returns whether a file contains rows for ClickHouse; other files in a spool's folder contain no rows or were set aside. */
export const isSpoolFile = (name: string): boolean => SPOOL_FILE.test(name);

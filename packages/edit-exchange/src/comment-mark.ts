import type { ExchangeMark } from "./exchange.types.ts";

const MARK_LINE_PATTERN = /^\* COMMENT ID: ([0-9a-f-]{36})(?: ANSWERS ([0-9a-f-]{36}))?( INTERNAL)?$/;
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a comment's mark as a comment line of an EDL, which other programs skip, or no line if it has no mark. */
export function markLines({ mark }: { mark?: ExchangeMark | undefined }): string[] {
  if (!mark) return [];
  const answers = mark.answers === undefined ? "" : ` ANSWERS ${mark.answers}`;
  return [`* COMMENT ID: ${mark.id}${answers}${mark.isInternal ? " INTERNAL" : ""}`];
}

/** Parses a line written by `markLines`. Returns undefined for other lines. */
export function readMarkLine(line: string): ExchangeMark | undefined {
  const match = MARK_LINE_PATTERN.exec(line);
  return match?.[1] === undefined ? undefined : markOf(match[1], match[2], match[3] !== undefined);
}

/** Returns the mark with this id, or undefined if the id is not a UUID: other programs number their notes too. */
export function markOf(
  id: string,
  answers: string | undefined,
  isInternal: boolean,
): ExchangeMark | undefined {
  if (!UUID_PATTERN.test(id)) return undefined;
  return {
    id,
    ...(answers !== undefined && UUID_PATTERN.test(answers) ? { answers } : {}),
    isInternal,
  };
}

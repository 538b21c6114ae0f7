import type { ExchangeMark } from "./exchange.types.ts";

const LINE = /^\* COMMENT ID: ([0-9a-f-]{36})(?: ANSWERS ([0-9a-f-]{36}))?( INTERNAL)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A comment of EDLs, which other programs skip. @returns no line for a comment without a mark. */
export function markLines({ mark }: { mark?: ExchangeMark | undefined }): string[] {
  if (!mark) return [];
  const answers = mark.answers === undefined ? "" : ` ANSWERS ${mark.answers}`;
  return [`* COMMENT ID: ${mark.id}${answers}${mark.isInternal ? " INTERNAL" : ""}`];
}

/** @returns undefined for other lines. */
export function readMarkLine(line: string): ExchangeMark | undefined {
  const match = LINE.exec(line);
  return match?.[1] === undefined ? undefined : markOf(match[1], match[2], match[3] !== undefined);
}

/** @returns undefined if the id is not ours: other programs number their notes too. */
export function markOf(
  id: string,
  answers: string | undefined,
  isInternal: boolean,
): ExchangeMark | undefined {
  if (!UUID.test(id)) return undefined;
  return {
    id,
    ...(answers !== undefined && UUID.test(answers) ? { answers } : {}),
    isInternal,
  };
}

import { malformedError } from "./search-error.ts";

const MS_PER_UNIT = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  H: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;
type TimeUnit = keyof typeof MS_PER_UNIT;

const RELATIVE_MOMENT_PATTERN = /^now((?:[+-]\d{1,6}[smhHdw])*)(?:\/([smhHd]))?$/;
const STEP_PATTERN = /([+-]\d{1,6})([smhHdw])/g;
const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

export interface MomentReading {
  at: string;
  nowMs: number;
  /** Whether a day, or a rounded date, means its last millisecond, for bounds that include it (lte) or follow it (gt). */
  isEnd: boolean;
}

/**
 * Parses a moment as Elasticsearch writes it: ISO 8601 (UTC without an offset), ms since 1970, `now-1h`, `now/d`.
 * @returns ms since 1970.
 * @throws SearchError for anything else.
 */
export function readMoment(value: unknown, { at, nowMs, isEnd }: MomentReading): number {
  if (typeof value === "number" && Number.isFinite(value)) return Math.floor(value);
  if (typeof value === "string") {
    if (/^\d{5,15}$/.test(value)) return Number(value);
    const ms = readRelative(value, nowMs, isEnd) ?? readIso(value, isEnd);
    if (ms !== undefined && Number.isFinite(ms)) return ms;
  }
  throw malformedError(
    at,
    "must be a moment: ISO 8601, ms since 1970, or now with steps such as now-1h or now-7d/d",
  );
}

function readRelative(text: string, nowMs: number, isEnd: boolean): number | undefined {
  const [, steps, rounding] = RELATIVE_MOMENT_PATTERN.exec(text) ?? [];
  if (steps === undefined) return undefined;
  const ms = [...steps.matchAll(STEP_PATTERN)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * MS_PER_UNIT[unit as TimeUnit],
    nowMs,
  );
  if (rounding === undefined) return ms;
  const unitMs = MS_PER_UNIT[rounding as TimeUnit];
  const startMs = Math.floor(ms / unitMs) * unitMs;
  return isEnd ? startMs + unitMs - 1 : startMs;
}

function readIso(text: string, isEnd: boolean): number | undefined {
  if (DATE_PATTERN.test(text)) return Date.parse(text) + (isEnd ? MS_PER_UNIT.d - 1 : 0);
  if (!DATE_TIME.test(text)) return undefined;
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
}

import type { FootprintReport, Language } from "@shoal/contract";
import { TooManyRequestsError } from "../../../platform/rate-limit.ts";
import { Turns } from "../../../platform/turns.ts";
import { writeReportPdf } from "./pdf/report-pdf.ts";

/** The maximum number of cached files, of about 60 kB each. */
const MAX_CACHED_FILES = 100;
/** How long files of the current month, whose figures still change, are cached. */
const RUNNING_MONTH_TTL_MS = 60_000;
const RETRY_AFTER_SEC = 2;

export interface ReportFileOptions {
  clientUuid: string;
  /** The client's name. */
  client: string;
  language: Language;
}

interface ReportFilesDeps {
  write?: typeof writeReportPdf;
  now?: () => number;
}

/**
 * Creates the writer of PDF reports. Each takes up to a second of the thread that serves all calls, so one report is written at a
 * time, and clients take turns. Revisions never change, so their files are cached; the file of the current month is cached for a
 * minute.
 */
export function createReportFiles({ write = writeReportPdf, now = Date.now }: ReportFilesDeps = {}) {
  /** The most recently used files, of which the first was used longest ago. */
  const kept = new Map<string, { file: Buffer; untilMs: number }>();
  const turns = new Turns({ atOnce: 1, atOncePerClient: 1, waitingPerClient: 4, waitingAtMost: 100 });

  const find = (key: string): Buffer | undefined => {
    const found = kept.get(key);
    kept.delete(key);
    if (!found || found.untilMs <= now()) return undefined;
    kept.set(key, found);
    return found.file;
  };

  const keep = (key: string, file: Buffer, untilMs: number) => {
    kept.set(key, { file, untilMs });
    const [oldest] = kept.keys();
    if (kept.size > MAX_CACHED_FILES && oldest !== undefined) kept.delete(oldest);
  };

  return {
    /** Returns a report as PDF. @throws AppError "too_many_requests" while other requests of the client are waiting. */
    async getPdf(
      report: FootprintReport,
      { clientUuid, client, language }: ReportFileOptions,
    ): Promise<Buffer> {
      const { month, method, revision } = report;
      const key = JSON.stringify([clientUuid, client, language, month, method.id, revision]);
      const leave = await turns.acquire(clientUuid).catch(() => {
        throw new TooManyRequestsError(RETRY_AFTER_SEC);
      });
      try {
        const known = find(key);
        if (known) return known;
        const file = await write(report, { client, language });
        keep(key, file, revision === null ? now() + RUNNING_MONTH_TTL_MS : Infinity);
        return file;
      } finally {
        // Other calls are served between two files.
        setImmediate(leave);
      }
    },
  };
}

import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import {
  type FetchedBytes,
  type JobPayload,
  type JobProgress,
  JobProgressAnswer,
} from "@shoal/contract/jobs";
import type { ClaimedJob } from "../queue/claimed-job.ts";

export interface ProgressReporter {
  /** Returns a function that a job may call at any rate. `onUnwanted` is called once the api no longer needs the job. */
  of(job: ClaimedJob, onUnwanted: () => void): (fraction: number, bytes?: FetchedBytes) => void;
}

/** The interval of reports per job, and thus of updates of the progress bar. */
const REPORT_INTERVAL_MS = 1_000;
const TIMEOUT_MS = 5_000;

/** Creates a reporter to the api. A lost report is not repeated, since the next one follows soon. */
export function createProgressReporter(apiUrl: string, secret: string): ProgressReporter {
  const send = async (progress: JobProgress): Promise<boolean> => {
    const answer = await fetch(new URL("/internal/progress", apiUrl), {
      method: "POST",
      headers: { "content-type": "application/json", [INTERNAL_SECRET_HEADER]: secret },
      body: JSON.stringify(progress),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok ? JobProgressAnswer.parse(await answer.json()).isWanted : true;
  };
  return {
    of(job, onUnwanted) {
      let lastMs = Number.NEGATIVE_INFINITY;
      return (fraction, bytes) => {
        if (performance.now() - lastMs < REPORT_INTERVAL_MS) return;
        lastMs = performance.now();
        send({ ...progressOf(job, fraction), ...(bytes ? { bytes } : {}) }).then(
          (isWanted) => {
            if (!isWanted) onUnwanted();
          },
          // The job continues while the api is unreachable.
          () => undefined,
        );
      };
    },
  };
}

function progressOf({ registered, payload }: ClaimedJob, fraction: number): JobProgress {
  const { videoUuid, generation, pieceIndex, partIndex } = payload as Partial<
    JobProgress & JobPayload<"encode-audio">
  >;
  return {
    videoUuid: videoUuid ?? "",
    generation: generation ?? 0,
    job: registered.name,
    pieceIndex: pieceIndex ?? partIndex ?? null,
    fraction: Math.min(1, Math.max(0, fraction)),
  };
}

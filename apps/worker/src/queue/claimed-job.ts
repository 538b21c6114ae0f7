import type { TraceParent } from "@shoal/tracing";
import type { RegisteredJob } from "../jobs/handlers.ts";

/** A claimed job, with the data that is needed to return it to the queue. */
export interface ClaimedJob {
  registered: RegisteredJob;
  id: string;
  payload: unknown;
  /** The trace of the call that queued the job. */
  trace: TraceParent;
  /** The number of the attempt, from 0. */
  retryCount: number;
  /** The client that the job is for; null if an older api queued it. */
  clientUuid: string | null;
  /** The number of attempts allowed if the job is given back now. Set only if the previous attempt died with its worker. */
  triesAfterLoss?: number;
}

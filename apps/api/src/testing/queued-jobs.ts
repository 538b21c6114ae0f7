import { type JobResult, RESULT_QUEUE } from "@shoal/contract/jobs";
import { sql } from "kysely";
import type { Database } from "../platform/database.ts";

/** Queues a report of a worker, or of the queue itself, and notifies the API, so that it is processed immediately. */
async function queueAndNotify(db: Database, queue: string, data: object): Promise<void> {
  await sql`WITH told AS (INSERT INTO queue.job (name, data, policy)
      VALUES (${queue}, ${JSON.stringify(data)}::jsonb, 'standard') RETURNING name)
    SELECT pg_notify('pgboss_' || left(encode(sha224('queue'::bytea), 'hex'), 24), name) FROM told`.execute(
    db,
  );
}

/** Reports a result as a worker does. */
export const queueResult = (db: Database, result: JobResult): Promise<void> =>
  queueAndNotify(db, RESULT_QUEUE, result);

/** Reports that a job has failed at every attempt, as the queue does. */
export const reportDead = (db: Database, payload: object): Promise<void> =>
  queueAndNotify(db, "failed-jobs", payload);

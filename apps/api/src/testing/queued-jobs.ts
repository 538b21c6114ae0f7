import { type JobResult, RESULT_QUEUE } from "@shoal/contract/jobs";
import { sql } from "kysely";
import type { Database } from "../platform/database.ts";

/** Queues what a worker, or the queue itself, reports to the api, and notifies it as they do: it is taken at once. */
async function tell(db: Database, queue: string, data: object): Promise<void> {
  await sql`WITH told AS (INSERT INTO queue.job (name, data, policy)
      VALUES (${queue}, ${JSON.stringify(data)}::jsonb, 'standard') RETURNING name)
    SELECT pg_notify('pgboss_' || left(encode(sha224('queue'::bytea), 'hex'), 24), name) FROM told`.execute(
    db,
  );
}

/** Reports a result as a worker does. */
export const queueResult = (db: Database, result: JobResult): Promise<void> => tell(db, RESULT_QUEUE, result);

/** Tells, as the queue does, that nobody could do a job. */
export const reportDead = (db: Database, payload: object): Promise<void> => tell(db, "failed-jobs", payload);

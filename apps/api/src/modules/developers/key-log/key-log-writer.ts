import type { Insertable } from "kysely";
import { BatchedWriter } from "../../../platform/batched-writer.ts";
import type { Database } from "../../../platform/database.ts";
import { createKeyLogRepository } from "./key-log.repository.ts";
import type { ApiKeyCallRow } from "./key-log.table.ts";

interface KeyLogWriterDeps {
  db: Database;
  onError: (error: unknown) => void;
}

/** Creates the writer of completed calls. While the database is unavailable, calls beyond the queue are not logged. */
export const createKeyLogWriter = ({ db, onError }: KeyLogWriterDeps) =>
  new BatchedWriter<Insertable<ApiKeyCallRow>>({
    write: (batch) => createKeyLogRepository(db).addCalls(batch),
    batchSize: 500,
    flushAfterMs: 500,
    // The maximum number of waiting calls: a few seconds of a busy platform without its database, or about 5 MB.
    maxWaiting: 10_000,
    describeLoss: (count) => `${count} calls are missing in the logs of API keys`,
    onError,
  });
export type KeyLogWriter = ReturnType<typeof createKeyLogWriter>;

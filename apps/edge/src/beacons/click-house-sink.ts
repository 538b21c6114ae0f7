import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ClickHouseError, createClient } from "@clickhouse/client";
import type { SpooledTable } from "@shoal/contract/stored-data";

const TIMEOUT_MS = 30_000;
/** ClickHouse's error codes for rows that can never be inserted, however often they are sent. */
const PARSE_ERROR_CODES = new Set([
  "6", // CANNOT_PARSE_TEXT
  "25", // CANNOT_PARSE_ESCAPE_SEQUENCE: half of a surrogate pair
  "26", // CANNOT_PARSE_QUOTED_STRING
  "27", // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  "38", // CANNOT_PARSE_DATE
  "41", // CANNOT_PARSE_DATETIME
  "53", // TYPE_MISMATCH
  "69", // ARGUMENT_OUT_OF_BOUND
  "70", // CANNOT_CONVERT_TYPE
  "72", // CANNOT_PARSE_NUMBER
  "117", // INCORRECT_DATA
  "130", // CANNOT_READ_ARRAY_FROM_TEXT
  "349", // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  "376", // CANNOT_PARSE_UUID
]);

/**
 * An edge deletes rows once their insert is confirmed. A cluster must therefore confirm only when the rows are on their shard and
 * on the replica that is queried. A single server ignores these settings.
 */
const CLUSTER_SETTINGS = { insert_distributed_sync: 1, load_balancing: "in_order" } as const;

/** Inserts a batch of rows as lines of JSON. Throws UnreadableBatch if ClickHouse can never read the batch. */
export interface RowSink {
  insert(lines: Buffer): Promise<void>;
  close(): Promise<void>;
}

export class UnreadableBatch extends Error {}

/** The ClickHouse table that receives the rows. */
export function createClickHouseSink(url: string, table: SpooledTable): RowSink {
  const client = createClient({
    url,
    request_timeout: TIMEOUT_MS,
    log: { level: 127 },
    clickhouse_settings: CLUSTER_SETTINGS,
  });
  return {
    async insert(lines) {
      try {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table} FORMAT JSONEachRow`,
          values: Readable.from([lines], { objectMode: false }),
        });
        await finished(stream.resume());
      } catch (error) {
        if (error instanceof ClickHouseError && PARSE_ERROR_CODES.has(error.code))
          throw new UnreadableBatch(error.message);
        throw error;
      }
    },
    close: () => client.close(),
  };
}

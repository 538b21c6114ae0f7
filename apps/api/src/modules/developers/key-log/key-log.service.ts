import { AppError, KEY_LOG_PAGE_SIZE, type KeyLog, type KeyLogQuery } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { assertOwnClient } from "../../accounts/clients/index.ts";
import { createKeyLogRepository } from "./key-log.repository.ts";
import type { KeyLogWriter } from "./key-log-writer.ts";

/** Creates the service through which a client reads the calls made with its API keys. */
export function createKeyLogService({ db, writer }: { db: Database; writer: Pick<KeyLogWriter, "flush"> }) {
  const log = createKeyLogRepository(db);
  return {
    /** @throws AppError "client_not_found", "api_key_not_found". */
    async listCalls(actor: Actor, clientUuid: string, keyUuid: string, query: KeyLogQuery): Promise<KeyLog> {
      assertOwnClient(actor, clientUuid);
      if (!(await log.hasKey(clientUuid, keyUuid)))
        throw new AppError("api_key_not_found", "No such API key");
      // Pending calls are written first, so that a call made just now is included.
      await writer.flush();
      const rows = await log.listCalls(clientUuid, keyUuid, query);
      const page = rows.slice(0, KEY_LOG_PAGE_SIZE);
      return {
        _embedded: page.map((row) => ({
          id: row.id,
          requestId: row.request_id,
          at: row.at.toISOString(),
          call: row.call,
          method: row.method,
          path: row.path,
          status: row.status,
          durationMs: row.duration_ms,
          address: row.address,
        })),
        next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
      };
    },
    prune: () => log.prune(),
  };
}
export type KeyLogService = ReturnType<typeof createKeyLogService>;

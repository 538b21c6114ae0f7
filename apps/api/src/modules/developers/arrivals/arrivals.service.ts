import { randomUUID } from "node:crypto";
import { AppError, type ArrivalView, type CreateArrival, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { CSV_START, writeCsvLine } from "@shoal/domain/csv";
import { type FetchPolicy, findUrlFault } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { arrivalNotFound, arrivalsTooMany } from "./arrivals.errors.ts";
import { createArrivalsRepository, type FoundArrival } from "./arrivals.repository.ts";

const ROWS_AT_ONCE = 1_000;
const CSV_HEADER = ["oldUuid", "newUuid", "title", "oldPath", "newUrl", "isClosed"];
const FIRST_CURSOR = { kind: "", old: "00000000-0000-0000-0000-000000000000" };

export interface ArrivalsDeps {
  db: Database;
  policy: FetchPolicy;
  /** The box that encrypts addresses, which give access to archives. */
  box: SecretBox;
  /** The URL at which players are served. */
  edgeUrl: string;
}

/** Creates the service with which clients load archives of other installations. */
export function createArrivalsService({ db, policy, box, edgeUrl }: ArrivalsDeps) {
  return {
    async listArrivals({ clientUuid }: Actor): Promise<ArrivalView[]> {
      return (await createArrivalsRepository(db).listArrivals(clientUuid)).map(presentArrival);
    },

    /** @throws AppError "arrivals_too_many", or "bad_request" for an address that is not allowed. */
    async createArrival({ clientUuid, userUuid }: Actor, { url }: CreateArrival): Promise<ArrivalView> {
      if (findUrlFault(new URL(url), policy))
        throw new AppError("bad_request", "Some fields are not valid", [
          { path: "url", reason: "points to an address that is not allowed" },
        ]);
      const uuid = randomUUID();
      return db.transaction().execute(async (tx) => {
        const arrivals = createArrivalsRepository(tx);
        await arrivals.lockClient(clientUuid);
        if (await arrivals.isFull(clientUuid)) throw arrivalsTooMany();
        await arrivals.addArrival({
          uuid,
          client_uuid: clientUuid,
          user_uuid: userUuid,
          sealed_url: box.seal(url, uuid),
        });
        const made = await arrivals.findArrival(clientUuid, uuid);
        if (!made) throw new AppError("internal_error");
        return presentArrival(made);
      });
    },

    /** Writes a CSV file a few lines at a time. @throws AppError "arrival_not_found". */
    async exportCodes({ clientUuid }: Actor, uuid: string): Promise<AsyncIterable<string>> {
      const arrivals = createArrivalsRepository(db);
      if (!(await arrivals.findArrival(clientUuid, uuid))) throw arrivalNotFound();
      return (async function* () {
        yield CSV_START + writeCsvLine(CSV_HEADER);
        for (let after = FIRST_CURSOR; ; ) {
          const rows = await arrivals.listCodes(clientUuid, uuid, { after, limit: ROWS_AT_ONCE });
          const last = rows.at(-1);
          if (!last) return;
          yield rows
            .map(({ kind, old_uuid, new_uuid, title, is_closed }) => {
              const pathOf = (id: string) => (kind === "videos" ? `/embed/${id}` : `/x/${id}/embed`);
              const newUrl = `${edgeUrl}${pathOf(new_uuid)}`;
              return writeCsvLine([old_uuid, new_uuid, title, pathOf(old_uuid), newUrl, String(is_closed)]);
            })
            .join("");
          after = { kind: last.kind, old: last.old_uuid };
        }
      })();
    },

    /** @throws AppError "arrival_not_found". */
    async deleteArrival({ clientUuid }: Actor, uuid: string): Promise<void> {
      if (!(await createArrivalsRepository(db).deleteArrival(clientUuid, uuid))) throw arrivalNotFound();
    },
  };
}
export type ArrivalsService = ReturnType<typeof createArrivalsService>;

const presentArrival = (row: FoundArrival): ArrivalView => ({
  uuid: row.uuid,
  state: row.state,
  fault: row.fault,
  faultPath: row.fault_path,
  user: row.username,
  fileName: row.file_name,
  uploadedBytes: Math.min(row.size_bytes, row.chunk_count * UPLOAD_CHUNK_BYTES),
  checkedBytes: row.checked_bytes,
  sizeBytes: row.size_bytes,
  videoCount: row.video_count,
  arrivedCount: row.arrived_count,
  fileCount: row.file_count,
  // Reports of earlier releases lack this field.
  report: row.report && { ...row.report, dropped: row.report.dropped ?? {} },
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});

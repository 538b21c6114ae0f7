import type { ProofStop } from "@shoal/contract";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ProofEventRow, ProofModeRow } from "../../../platform/schema.ts";

/** Creates the repository of clients' proof modes and their events. */
export function createProofRepository(db: Tx) {
  return {
    /** Locks the client, which serializes concurrent changes even before there is a row. */
    lockClient: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "=", clientUuid)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    findMode: (clientUuid: string) =>
      db.selectFrom("proof_modes").selectAll().where("client_uuid", "=", clientUuid).executeTakeFirst(),

    lockMode: (clientUuid: string) =>
      db
        .selectFrom("proof_modes")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .forUpdate()
        .executeTakeFirst(),

    /** Lists the running proof modes, with the time zone of their client. */
    listRunning: () =>
      db
        .selectFrom("proof_modes")
        .leftJoin("client_rules", "client_rules.client_uuid", "proof_modes.client_uuid")
        .selectAll("proof_modes")
        .select(sql<string>`coalesce(client_rules.time_zone, 'UTC')`.as("time_zone"))
        .where("is_on", "=", true)
        .where("stop_reason", "is", null)
        .orderBy("proof_modes.client_uuid")
        .execute(),

    async saveMode(row: Insertable<ProofModeRow>): Promise<void> {
      const { client_uuid: _client, ...changes } = row;
      await db
        .insertInto("proof_modes")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("client_uuid")
            .doUpdateSet((eb) => ({ ...changes, revision: eb("proof_modes.revision", "+", 1) })),
        )
        .execute();
    },

    async recordSessions(clientUuid: string, sessions: number): Promise<void> {
      await db.updateTable("proof_modes").set({ sessions }).where("client_uuid", "=", clientUuid).execute();
    },

    async stop(clientUuid: string, { reason, value, at }: { reason: ProofStop; value: number; at: Date }) {
      await db
        .updateTable("proof_modes")
        .set((eb) => ({
          stop_reason: reason,
          stop_value: value,
          stopped_at: at,
          revision: eb("revision", "+", 1),
        }))
        .where("client_uuid", "=", clientUuid)
        .execute();
    },

    async addEvent(event: Omit<Insertable<ProofEventRow>, "payload">, payload: object): Promise<void> {
      await db
        .insertInto("proof_events")
        .values({ ...event, payload: JSON.stringify(payload) })
        .execute();
    },

    /** Finds the start of the last run before a point in time. */
    async findStartBefore(clientUuid: string, before: Date): Promise<Date | undefined> {
      const row = await db
        .selectFrom("proof_events")
        .select("at")
        .where("client_uuid", "=", clientUuid)
        .where("type", "=", "proof.started")
        .where("at", "<", before)
        .orderBy("at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.at;
    },
  };
}

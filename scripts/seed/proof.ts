import type { Database } from "../../apps/api/src/platform/database.ts";
import { PROOF_DAYS, PROOF_SHARE_PCT } from "./proof-share.ts";

const DAY_MS = 86_400_000;

/** Adds a proof-mode run to each client. The run has ended, so all viewers currently have peers. */
export async function addProofRuns(db: Database, clientUuids: ReadonlySet<string>): Promise<void> {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS);
  for (const client_uuid of clientUuids) {
    const { username } = await db
      .selectFrom("users")
      .select("username")
      .where("client_uuid", "=", client_uuid)
      .orderBy("created_at")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("proof_modes")
      .values({
        client_uuid,
        is_on: false,
        share_pct: PROOF_SHARE_PCT,
        limit_gb: null,

        consent_by: username,
        consent_at: at(PROOF_DAYS),
        started_at: at(PROOF_DAYS),

        stop_reason: null,
        stop_value: null,
        stopped_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const payload = JSON.stringify({ by: username, sharePct: PROOF_SHARE_PCT, limitGb: null });
    await db
      .insertInto("proof_events")
      .values([
        { client_uuid, type: "proof.started", at: at(PROOF_DAYS), payload },
        { client_uuid, type: "proof.switched_off", at: at(1 / 24), payload },
      ])
      .execute();
  }
}

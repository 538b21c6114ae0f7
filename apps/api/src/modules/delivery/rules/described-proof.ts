import type { DescribedProof } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";

/** What edges need to play to some viewers without peers; undefined while proof mode is off or has stopped. */
export async function readProofForEdge(db: Tx, clientUuid: string): Promise<DescribedProof | undefined> {
  const mode = await db
    .selectFrom("proof_modes")
    .select(["is_on", "stop_reason", "share_pct", "salt"])
    .where("client_uuid", "=", clientUuid)
    .executeTakeFirst();
  return mode?.is_on && mode.stop_reason === null ? { sharePct: mode.share_pct, salt: mode.salt } : undefined;
}

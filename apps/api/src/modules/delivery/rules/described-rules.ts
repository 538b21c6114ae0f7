import type { DescribedProof } from "@shoal/contract";
import type { ClientDescriptor, PlaybackDescriptor } from "@shoal/contract/edge";
import { resolveRules } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import { readClientForEdge } from "../../accounts/clients/index.ts";
import { createCollectionsRepository } from "./collections.repository.ts";
import { describeRules, presentResolved, type SetRules } from "./rules.present.ts";
import { createClientRulesRepository, createVideoRulesRepository } from "./video-rules.repository.ts";

/**
 * Reads the client settings that edges need, without ICE credentials, which are added separately; undefined if the client does
 * not exist.
 */
export async function readClientDescriptor(
  db: Tx,
  uuid: string,
): Promise<Omit<ClientDescriptor, "iceSets"> | undefined> {
  const client = await readClientForEdge(db, uuid);
  if (!client) return undefined;
  const own = await createClientRulesRepository(db).findRules(uuid);
  const collections = await createCollectionsRepository(db).listWithRules(uuid);
  const proof = await readProofForEdge(db, uuid);
  return {
    uuid,
    ...client,
    ...(proof ? { proof } : {}),
    rules: { ...own?.rules, ...client.rules },
    timeZone: own?.time_zone ?? "UTC",
    ...(own?.is_indexed === false ? { isIndexed: false } : {}),
    collections: Object.fromEntries(collections.map(({ name, rules }) => [name, rules])),
  };
}

/** Reads the settings of a video for edges: the levels that apply, and the sites of its viewers. */
export async function readDescribedRules(
  db: Tx,
  clientUuid: string,
  videoUuid: string,
): Promise<Pick<PlaybackDescriptor, "rules" | "config">> {
  const row = await createVideoRulesRepository(db).findRules(clientUuid, videoUuid);
  const { config_uuid: uuid = null, config_sites: sites = null } = row ?? {};
  return { rules: describeRules(row), ...(uuid !== null && sites ? { config: { uuid, sites } } : {}) };
}

/** Reads the settings of the proof mode; undefined while it is off or has stopped. */
async function readProofForEdge(db: Tx, clientUuid: string): Promise<DescribedProof | undefined> {
  const mode = await db
    .selectFrom("proof_modes")
    .select(["is_on", "stop_reason", "share_pct", "salt"])
    .where("client_uuid", "=", clientUuid)
    .executeTakeFirst();
  return mode?.is_on && mode.stop_reason === null ? { sharePct: mode.share_pct, salt: mode.salt } : undefined;
}

/** Reads the rules in force at `nowMs` for these rows' settings, and the client's time zone. */
export async function readRulesInForce(
  tx: Tx,
  { clientUuid, row, nowMs }: { clientUuid: string; row: SetRules | undefined; nowMs: number },
) {
  const client = await readClientDescriptor(tx, clientUuid);
  const resolved = resolveRules({ ...describeRules(row), client: client?.rules ?? {} }, nowMs);
  return { rules: presentResolved(resolved, nowMs), timeZone: client?.timeZone ?? "UTC" };
}

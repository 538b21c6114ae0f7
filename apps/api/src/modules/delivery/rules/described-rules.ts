import type { ClientDescriptor, PlaybackDescriptor } from "@shoal/contract/edge";
import type { Tx } from "../../../platform/database.ts";
import { readClientForEdge } from "../../accounts/clients/index.ts";
import { createCollectionsRepository } from "./collections.repository.ts";
import { readProofForEdge } from "./described-proof.ts";
import { describeRules } from "./rules.present.ts";
import { createClientRulesRepository, createVideoRulesRepository } from "./video-rules.repository.ts";

/** What the edge needs of a client but what opens its servers, which only edges are told; undefined when there is none. */
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
    collections: Object.fromEntries(collections.map(({ name, rules }) => [name, rules])),
  };
}

/** What is set for a video, as the edge learns it: by whose rules it is watched, and from which sites. */
export async function readDescribedRules(
  db: Tx,
  clientUuid: string,
  videoUuid: string,
): Promise<Pick<PlaybackDescriptor, "rules" | "config">> {
  const row = await createVideoRulesRepository(db).findRules(clientUuid, videoUuid);
  const { config_uuid: uuid = null, config_sites: sites = null } = row ?? {};
  return { rules: describeRules(row), ...(uuid !== null && sites ? { config: { uuid, sites } } : {}) };
}

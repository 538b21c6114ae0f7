import type { SiteRefusal } from "@shoal/contract";
import { accessRulesOf, findSiteRefusals } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import { readClientDescriptor, readDescribedRules } from "../rules/index.ts";
import type { FullLinkRow } from "./export-links.repository.ts";

type LinkedVideo = Pick<FullLinkRow, "client_uuid" | "video_uuid" | "sites">;

/** The sites of a link that the rules of its video refuse now; [] when every one of them may show it. */
export async function readSiteRefusals(
  db: Tx,
  { client_uuid: clientUuid, video_uuid: uuid, sites }: LinkedVideo,
): Promise<SiteRefusal[]> {
  if (sites.length === 0) return [];
  const client = await readClientDescriptor(db, clientUuid);
  const { rules: levels } = await readDescribedRules(db, clientUuid, uuid);
  return findSiteRefusals(accessRulesOf(levels, client, { nowMs: Date.now(), uuid }), sites);
}

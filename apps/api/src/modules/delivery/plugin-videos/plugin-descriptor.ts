import type { PluginVideoDescriptor } from "@shoal/contract/edge";
import type { Tx } from "../../../platform/database.ts";
import { describeRules } from "../rules/index.ts";
import { createPluginVideosRepository } from "./plugin-videos.repository.ts";

/**
 * What people of the client have set for media on another CDN; nothing where they have set nothing. A collection that a page
 * reported holds for the viewers of pages that name it, each by its own session, and for nobody else's.
 */
export async function readPluginVideoDescriptor(db: Tx, key: string): Promise<PluginVideoDescriptor> {
  const row = await createPluginVideosRepository(db).findForEdge(key);
  const { collection, ...levels } = describeRules(row);
  const chosen = collection?.reportedAtMs === null ? { collection } : {};
  return { revision: row?.revision ?? 0, rules: { ...levels, ...chosen } };
}

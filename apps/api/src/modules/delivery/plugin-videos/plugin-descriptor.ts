import type { PluginVideoDescriptor } from "@shoal/contract/edge";
import type { Tx } from "../../../platform/database.ts";
import { describeRules } from "../rules/index.ts";
import { createPluginVideosRepository } from "./plugin-videos.repository.ts";

/**
 * Reads the client's settings for media on another CDN; empty if there are none. A reported collection is left out: it applies
 * only to viewers of pages that name it, per session.
 */
export async function readPluginVideoDescriptor(db: Tx, key: string): Promise<PluginVideoDescriptor> {
  const row = await createPluginVideosRepository(db).findForEdge(key);
  const { collection, ...levels } = describeRules(row);
  const chosen = collection?.reportedAtMs === null ? { collection } : {};
  return { revision: row?.revision ?? 0, rules: { ...levels, ...chosen } };
}

import type { PluginVideoDescriptor } from "@shoal/contract";
import type { Tx } from "../../platform/database.ts";
import { describeRules } from "../rules/index.ts";
import { createPluginVideosRepository } from "./plugin-videos.repository.ts";

/** What is set for media on another CDN; nothing where nobody has said anything of it. */
export async function readPluginVideoDescriptor(db: Tx, key: string): Promise<PluginVideoDescriptor> {
  const row = await createPluginVideosRepository(db).findForEdge(key);
  return { revision: row?.revision ?? 0, rules: describeRules(row) };
}

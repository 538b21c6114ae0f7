import type { PluginVideoItem } from "@shoal/contract";
import { presentFigures } from "@shoal/domain/figures";
import { figuresOfRow } from "../../media/videos/index.ts";
import { presentCollectionOf } from "../rules/index.ts";
import type { PluginItemRow } from "./plugin-list.repository.ts";

/** A row under the names of the wire. */
export const presentPluginItem = (row: PluginItemRow, nowMs: number): PluginVideoItem => ({
  uuid: row.uuid,
  name: row.name,
  title: row.title,
  description: row.description,
  tags: row.tags,
  isHidden: row.is_hidden,
  createdAt: row.created_at.toISOString(),
  lastReportedAt: row.last_reported_at.toISOString(),
  version: row.version,
  collection: presentCollectionOf(row, nowMs),
  stats: presentFigures(figuresOfRow(row.stats)),
  figuresAsOf: row.figures_as_of?.toISOString() ?? null,
});

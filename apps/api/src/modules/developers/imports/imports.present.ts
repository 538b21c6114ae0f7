import type { ImportRowState, ImportRowView, ImportView, Language } from "@shoal/contract";
import { translateFields } from "../../../platform/http/field-reasons.ts";
import type { FoundImport, FoundImportItem } from "./imports.repository.ts";

export const presentImport = (
  row: FoundImport,
  counts: readonly { import_uuid: string; state: ImportRowState; count: number }[],
): ImportView => {
  const countOf = (state: ImportRowState) =>
    counts.find((each) => each.import_uuid === row.uuid && each.state === state)?.count ?? 0;
  return {
    uuid: row.uuid,
    kind: row.kind,
    name: row.name,
    state: row.state,
    fault: row.fault,
    user: row.username,
    counts: {
      broken: countOf("broken"),
      waiting: countOf("waiting"),
      fetching: countOf("fetching"),
      imported: countOf("imported"),
      failed: countOf("failed"),
      present: countOf("present"),
      cancelled: countOf("cancelled"),
    },
    ignoredFields: row.ignored_fields,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
};

export const presentItem = (row: FoundImportItem, language: Language): ImportRowView => ({
  number: row.number,
  line: row.line,
  state: row.state,
  title: row.title,
  url: row.shown_url,
  tags: row.tags,
  captionCount: row.caption_count,
  chapterCount: row.chapter_count,
  faults: translateFields(row.faults, language),
  video: row.video_status === null ? null : row.video_uuid,
  encodingStatus: row.video_status,
});

import type { ExportLinkView } from "@shoal/contract";
import { exportLinkStateOf, linkAddressesOf, linkCodeOf } from "@shoal/domain";
import { presentThumbnail, type ServingEdge } from "../../media/videos/index.ts";
import type { FullLinkRow } from "./export-links.repository.ts";

const toIsoDate = (value: Date | null) => value?.toISOString() ?? null;

/** Returns a link with the field names of the API. */
export function presentLink(row: FullLinkRow, edge: ServingEdge, nowMs: number): ExportLinkView {
  const conditions = { isPaused: row.is_paused, endsAt: toIsoDate(row.ends_at) };
  const isVideoDeleted = row.is_deleted || row.trashed_at !== null;
  const addresses = linkAddressesOf(edge.url, row.uuid);
  return {
    uuid: row.uuid,
    name: row.name,
    state: exportLinkStateOf({ ...conditions, isVideoDeleted }, nowMs),
    ...conditions,
    sites: row.sites,
    ...addresses,
    iframe: linkCodeOf({ embedUrl: addresses.embedUrl, title: row.title }),
    user: row.username,
    createdAt: row.created_at.toISOString(),
    views: row.views,
    lastViewAt: toIsoDate(row.last_view_at),
    video: presentVideoOf(row, edge),
    revision: row.revision,
  };
}

function presentVideoOf(row: FullLinkRow, edge: ServingEdge): ExportLinkView["video"] {
  return {
    uuid: row.video_uuid,
    title: row.title,
    thumbnail: row.trashed_at ? null : presentThumbnail({ ...row, uuid: row.video_uuid }, edge),
    autoplay: row.autoplay,
    duration: row.duration_sec,
    isTrashed: row.trashed_at !== null,
    isPassword: row.has_password,
    startDate: toIsoDate(row.starts_at),
  };
}

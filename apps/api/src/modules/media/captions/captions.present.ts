import type { CaptionTrack } from "@shoal/contract";
import type { CaptionsRow } from "./captions.repository.ts";

/** Returns a track with the field names of the API. */
export const presentCaptions = (row: CaptionsRow): CaptionTrack => ({
  uuid: row.uuid,
  language: row.language,
  label: row.label,
  kind: row.kind,
  isDefault: row.is_default,
  origin: row.origin,
  cueCount: row.cue_count,
  revision: row.revision,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  modifiedAt: row.modified_at.toISOString(),
});

/** Returns the name of a language in that language, such as `français`; its tag if it has no name. */
export function ownNameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language", fallback: "none" }).of(language);
  if (!name || language === "und") return language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

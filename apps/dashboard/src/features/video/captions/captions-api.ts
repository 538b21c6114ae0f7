import {
  type CaptionKind,
  type CaptionTrack,
  fillPath,
  type ResponseOf,
  routes,
  type VideoView,
} from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { downloadText } from "../../../lib/download-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { call } from "../../../lib/session.ts";

/** Query for the tracks of a video; a change of a track also changes the video's date, which is part of the query key. */
export const captionsQuery = ({ uuid, lastModifyAt }: VideoView) =>
  queryOptions({
    queryKey: ["captions", uuid, lastModifyAt],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.listCaptions, { params: { id: uuid } }, { signal }),
  });

export type CaptionsWithCues = ResponseOf<typeof routes.getCaptions>;

/** Loads a track with its cues. @throws AppError of the call. */
export const loadCaptions = (uuid: string, captionsId: string): Promise<CaptionsWithCues> =>
  call(routes.getCaptions, { params: { id: uuid, captionsId } });

/** A subtitle file with the properties of its track. */
export interface NewCaptions {
  file: File;
  language: string;
  label: string;
  kind: CaptionKind;
  isDefault: boolean;
}

/**
 * Uploads a subtitle file.
 * @throws AppError "captions_file_unreadable" that names each invalid line, or any error of the call.
 */
export async function uploadCaptions(uuid: string, { file, ...about }: NewCaptions) {
  const { method, path, multipart } = routes.uploadCaptions;
  const body = new FormData();
  body.set("language", about.language);
  if (about.label.trim()) body.set("label", about.label.trim());
  body.set("kind", about.kind);
  body.set("isDefault", String(about.isDefault));
  body.set(multipart.file, file);
  const response = await fetchFile(fillPath(path, { id: uuid }), { method, body });
  return (await response.json()) as ResponseOf<typeof routes.uploadCaptions>;
}

/** Saves a track as a file that is named after the video. @throws AppError of the call. */
export async function downloadCaptions(
  { uuid, title }: Pick<VideoView, "uuid" | "title">,
  track: CaptionTrack,
  format: "vtt" | "srt",
): Promise<void> {
  const path = fillPath(routes.exportCaptions.path, { id: uuid, captionsId: track.uuid });
  const response = await fetchFile(`${path}?format=${format}`, {});
  const name = title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").trim();
  downloadText(`${name}.${track.language}.${format}`, await response.blob());
}

import { fillPath, type ResponseOf, routes, type VideoView } from "@shoal/contract";
import { downloadText } from "../../lib/download-text.ts";
import { fetchFile } from "../../lib/fetch-file.ts";

export const CHAPTERS_FORMATS = ["vtt", "txt", "csv"] as const;
type Format = (typeof CHAPTERS_FORMATS)[number];

/**
 * Sends a file of chapters, which replace those that are there. @returns how many they are.
 * @throws AppError "edit_conflict" when somebody changed the video since it was seen, or as every call.
 */
export async function importChapters(
  { uuid, revision }: Pick<VideoView, "uuid" | "revision">,
  file: File,
): Promise<number> {
  const { method, path, multipart } = routes.importChapters;
  const body = new FormData();
  body.set(multipart.file, file);
  const url = `${fillPath(path, { id: uuid })}?revision=${revision}`;
  const response = await fetchFile(url, { method, body });
  const { chapters } = (await response.json()) as ResponseOf<typeof routes.importChapters>;
  return chapters.length;
}

/** Saves the chapters as a file of that format. @throws AppError as every call. */
export async function saveChapters(uuid: string, format: Format): Promise<void> {
  const url = `${fillPath(routes.exportChapters.path, { id: uuid })}?format=${format}`;
  const response = await fetchFile(url, {});
  // Not as a text: that would lose the mark which tells spreadsheets how it is written.
  downloadText(`chapters-${uuid}.${format}`, await response.blob());
}

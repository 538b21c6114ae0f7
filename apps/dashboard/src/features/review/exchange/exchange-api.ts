import {
  type CommentExportFormat,
  type CommentImport,
  fillPath,
  type ProjectView,
  routes,
  type VersionView,
} from "@shoal/contract";
import { browserZone } from "../../../lib/dates.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { saveResponse } from "../../../lib/save-response.ts";

/** The project and version whose comments are exported or imported. */
export interface ExchangeTarget {
  project: Pick<ProjectView, "uuid">;
  version: Pick<VersionView, "number">;
}

export interface ExportOptions {
  format: CommentExportFormat;
  isOpenOnly: boolean;
  hasAnswers: boolean;
  hasInternal: boolean;
}

export interface ImportOptions {
  file: File;
  convertRate: boolean;
  isInternal: boolean;
}

const paramsOf = ({ project, version }: ExchangeTarget) => ({
  id: project.uuid,
  n: String(version.number),
});

/**
 * Saves the comments as a file named by the server. A PDF uses the reader's language and time zone.
 * @throws AppError of the call.
 */
export async function saveComments(place: ExchangeTarget, { format, ...wish }: ExportOptions): Promise<void> {
  const switches = Object.entries(wish).map(([name, isOn]) => [name, String(isOn)]);
  const query = new URLSearchParams([["format", format], ["timeZone", browserZone()], ...switches]);
  const response = await fetchFile(`${fillPath(routes.exportComments.path, paramsOf(place))}?${query}`, {});
  await saveResponse(response, "comments");
}

/** Checks what an import would add. @throws AppError "comments_file_unreadable", or any error of the call. */
export const checkImport = (place: ExchangeTarget, wish: ImportOptions): Promise<CommentImport> =>
  sendFile(routes.checkCommentImport, place, wish);

/** Adds the comments of a file, except existing ones. @throws the same errors as the check of the file. */
export const importComments = (place: ExchangeTarget, wish: ImportOptions): Promise<CommentImport> =>
  sendFile(routes.importComments, place, wish);

type ImportRoute = typeof routes.checkCommentImport | typeof routes.importComments;

async function sendFile(
  { method, path, multipart }: ImportRoute,
  place: ExchangeTarget,
  { file, convertRate, isInternal }: ImportOptions,
): Promise<CommentImport> {
  const body = new FormData();
  body.set("convertRate", String(convertRate));
  body.set("isInternal", String(isInternal));
  body.set(multipart.file, file);
  const response = await fetchFile(fillPath(path, paramsOf(place)), { method, body });
  return (await response.json()) as CommentImport;
}

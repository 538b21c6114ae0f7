import {
  type CommentExportFormat,
  type CommentImport,
  fillPath,
  type ProjectView,
  routes,
  type VersionView,
} from "@shoal/contract";
import { downloadText } from "../../../lib/download-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";

/** The version whose comments come and go. */
export interface ExchangePlace {
  project: Pick<ProjectView, "uuid" | "name">;
  version: Pick<VersionView, "number">;
}

export interface ExportWish {
  format: CommentExportFormat;
  isOpenOnly: boolean;
  hasAnswers: boolean;
  hasInternal: boolean;
}

export interface ImportWish {
  file: File;
  convertRate: boolean;
  isInternal: boolean;
}

const EXTENSIONS: Readonly<Record<CommentExportFormat, string>> = {
  "resolve-edl": "edl",
  "locator-edl": "edl",
  fcpxml: "fcpxml",
  "premiere-xml": "xml",
  avid: "txt",
  otio: "otio",
  csv: "csv",
};

const paramsOf = ({ project, version }: ExchangePlace) => ({
  id: project.uuid,
  n: String(version.number),
});

/** Saves the comments as a file for an edit suite, named after the project. @throws AppError as every call. */
export async function saveComments(place: ExchangePlace, { format, ...wish }: ExportWish): Promise<void> {
  const switches = Object.entries(wish).map(([name, isOn]) => [name, String(isOn)]);
  const query = new URLSearchParams([["format", format], ...switches]);
  const response = await fetchFile(`${fillPath(routes.exportComments.path, paramsOf(place))}?${query}`, {});
  const title = place.project.name.replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, " ").trim();
  downloadText(`${title} v${place.version.number}.${EXTENSIONS[format]}`, await response.blob());
}

/** What an import would add. @throws AppError "comments_file_unreadable", or as every call. */
export const checkImport = (place: ExchangePlace, wish: ImportWish): Promise<CommentImport> =>
  sendFile(routes.checkCommentImport, place, wish);

/** Adds the comments of a file; what is there already is not added again. @throws as the check. */
export const importComments = (place: ExchangePlace, wish: ImportWish): Promise<CommentImport> =>
  sendFile(routes.importComments, place, wish);

type ImportRoute = typeof routes.checkCommentImport | typeof routes.importComments;

async function sendFile(
  { method, path, multipart }: ImportRoute,
  place: ExchangePlace,
  { file, convertRate, isInternal }: ImportWish,
): Promise<CommentImport> {
  const body = new FormData();
  body.set("convertRate", String(convertRate));
  body.set("isInternal", String(isInternal));
  body.set(multipart.file, file);
  const response = await fetchFile(fillPath(path, paramsOf(place)), { method, body });
  return (await response.json()) as CommentImport;
}

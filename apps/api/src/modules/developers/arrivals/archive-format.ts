import { EXIT_FORMAT, MAX_ARRIVAL_FILES } from "@shoal/contract";
import { z } from "zod";
import { TAR_BLOCK_BYTES, TAR_END_BYTES, tarEntryBytes, tarHeader } from "../exits/index.ts";
import { ArrivalRefused } from "./arrival-refused.ts";

/** The maximum size of a manifest, which is enough for 200,000 files. */
const MAX_MANIFEST_BYTES = 64_000_000;
/** The maximum size of a file of lines. It has a thousand lines, and is read into memory. */
const MAX_LINES_FILE_BYTES = 64_000_000;
const MAX_TOTAL_LINES_BYTES = 1_000_000_000;

/** The pattern of all paths that may occur in an archive. */
const ARCHIVE_PATH_PATTERN =
  /^(?:data\/([a-z-]{1,40})\/\d{5}\.ndjson|media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:original|rendition\.mp4)|(?:attachments|message-files)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;
const ManifestFile = z.object({
  path: z.string().max(300),
  bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const ManifestJson = z.object({ files: z.array(z.unknown()) });

export interface ListedFile {
  path: string;
  /** The top-level folder: `data`, `media`, `attachments` or `message-files`. */
  folder: string;
  /** The kind of lines, for files in `data`. */
  kind: string | undefined;
  /** The uuid of the object that the file belongs to. */
  uuid: string | undefined;
  bytes: number;
  sha256: string;
  /** The offset of the file's header in the archive. */
  offset: number;
}

/** Reads the size of the manifest from the first header of an archive. @throws ArrivalRefused. */
export function manifestSizeOf(header: Buffer): number {
  const size = Number.parseInt(header.toString("latin1", 124, 135), 8);
  const mtime = Number.parseInt(header.toString("latin1", 136, 147), 8);
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(mtime)) throw new ArrivalRefused("not_an_archive");
  if (!tarHeader("manifest.json", size, mtime).equals(header)) throw new ArrivalRefused("not_an_archive");
  if (size > MAX_MANIFEST_BYTES) throw new ArrivalRefused("too_many_files", "manifest.json");
  return size;
}

/**
 * Lists the files of a manifest with their offsets.
 * @param archiveBytes the total size: the archive must contain exactly the listed files.
 * @throws ArrivalRefused.
 */
export function readManifest(bytes: Buffer, archiveBytes: number): ListedFile[] {
  const json = parseJson(bytes.toString());
  if (typeof json !== "object" || json === null || !("format" in json))
    throw new ArrivalRefused("not_an_archive", "manifest.json");
  if (json.format !== EXIT_FORMAT) throw new ArrivalRefused("other_version", "manifest.json");
  const manifest = ManifestJson.safeParse(json);
  if (!manifest.success) throw new ArrivalRefused("not_an_archive", "manifest.json");
  if (manifest.data.files.length > MAX_ARRIVAL_FILES)
    throw new ArrivalRefused("too_many_files", "manifest.json");
  const seen = new Set<string>();
  let offset = tarEntryBytes(bytes.length);
  let lineBytes = 0;
  const files = manifest.data.files.map((each) => {
    const file = ManifestFile.safeParse(each);
    if (!file.success) throw new ArrivalRefused("not_an_archive", "manifest.json");
    const { path, bytes: size, sha256 } = file.data;
    const found = ARCHIVE_PATH_PATTERN.exec(path);
    if (!found || seen.has(path)) throw new ArrivalRefused("bad_path", path.slice(0, 200));
    seen.add(path);
    const [, kind, media, sent] = found;
    if (kind !== undefined) lineBytes += size;
    if (kind !== undefined && (size > MAX_LINES_FILE_BYTES || lineBytes > MAX_TOTAL_LINES_BYTES))
      throw new ArrivalRefused("too_large", path);
    const listed = {
      path,
      folder: path.split("/", 1)[0] ?? "",
      kind,
      uuid: media ?? sent,
      bytes: size,
      sha256,
      offset,
    };
    offset += tarEntryBytes(size);
    return listed;
  });
  if (archiveBytes < offset + TAR_END_BYTES) throw new ArrivalRefused("truncated");
  if (archiveBytes > offset + TAR_END_BYTES) throw new ArrivalRefused("not_an_archive");
  return files;
}

/** Checks the header. @throws ArrivalRefused if it does not belong to the file that the manifest lists at this offset. */
export function assertHeader(header: Buffer, { path, bytes }: ListedFile): void {
  const mtime = Number.parseInt(header.toString("latin1", 136, 147), 8);
  if (!Number.isSafeInteger(mtime) || mtime < 0 || !tarHeader(path, bytes, mtime).equals(header))
    throw new ArrivalRefused("not_an_archive", path);
}

export const bodyOf = ({ offset, bytes }: Pick<ListedFile, "offset" | "bytes">) => ({
  from: offset + TAR_BLOCK_BYTES,
  to: offset + TAR_BLOCK_BYTES + bytes,
});

/** Parses the lines of a file. @throws ArrivalRefused. */
export function readLines<T>(bytes: Buffer, schema: z.ZodType<T>, path: string): T[] {
  return bytes
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const read = schema.safeParse(parseJson(line, path));
      if (!read.success) throw new ArrivalRefused("bad_data", path);
      return read.data;
    });
}

function parseJson(text: string, path = "manifest.json"): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArrivalRefused(path === "manifest.json" ? "not_an_archive" : "bad_data", path);
  }
}

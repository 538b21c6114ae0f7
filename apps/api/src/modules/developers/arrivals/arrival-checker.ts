import { createHash } from "node:crypto";
import { TAR_BLOCK_BYTES } from "../exits/index.ts";
import {
  assertHeader,
  bodyOf,
  type ListedFile,
  manifestSizeOf,
  readLines,
  readManifest,
} from "./archive-format.ts";
import { isLineKind, LINE_KINDS, LINE_SCHEMAS, type LinesByKind } from "./archive-lines.ts";
import { ArrivalRefused } from "./arrival-refused.ts";
import { type RemoteArchive, readAll } from "./remote-archive.ts";

/** Lists the files that an archive claims to contain. @throws ArrivalRefused. */
export async function listFiles(archive: RemoteArchive): Promise<ListedFile[]> {
  if (archive.sizeBytes < TAR_BLOCK_BYTES) throw new ArrivalRefused("not_an_archive");
  const size = manifestSizeOf(await readAll(archive, 0, TAR_BLOCK_BYTES));
  const { from, to } = bodyOf({ offset: 0, bytes: size });
  if (to > archive.sizeBytes) throw new ArrivalRefused("truncated", "manifest.json");
  return readManifest(await readAll(archive, from, to), archive.sizeBytes);
}

/**
 * Checks the header, checksum and lines of every file, starting with the one at `from`.
 * @param onBytes called after each part; returns whether to continue.
 * @throws ArrivalRefused.
 */
export async function checkFiles(
  archive: RemoteArchive,
  files: readonly ListedFile[],
  { from, onBytes }: { from: number; onBytes: (place: number) => Promise<boolean> },
): Promise<boolean> {
  for (const file of files) {
    const { from: begin, to } = bodyOf(file);
    if (to <= from) continue;
    const hash = createHash("sha256");
    const lines: Buffer[] = [];
    const header: Buffer[] = [];
    let place = file.offset;
    for await (const bytes of archive.read(file.offset, to)) {
      const inHeader = Math.max(0, Math.min(bytes.length, begin - place));
      if (inHeader > 0) header.push(bytes.subarray(0, inHeader));
      const body = bytes.subarray(inHeader);
      hash.update(body);
      if (isLineKind(file.kind)) lines.push(body);
      place += bytes.length;
      if (!(await onBytes(place))) return false;
    }
    assertHeader(Buffer.concat(header), file);
    if (hash.digest("hex") !== file.sha256) throw new ArrivalRefused("checksum_mismatch", file.path);
    if (isLineKind(file.kind)) readLines<unknown>(Buffer.concat(lines), LINE_SCHEMAS[file.kind], file.path);
  }
  return true;
}

/** Reads all lines of a checked archive. @throws ArrivalRefused. */
export async function readAllLines(
  archive: RemoteArchive,
  files: readonly ListedFile[],
): Promise<LinesByKind> {
  const all = Object.fromEntries(LINE_KINDS.map((kind) => [kind, [] as unknown[]]));
  for (const file of files) {
    const { kind } = file;
    if (!isLineKind(kind)) continue;
    const { from, to } = bodyOf(file);
    const bytes = await readAll(archive, from, to);
    if (createHash("sha256").update(bytes).digest("hex") !== file.sha256)
      throw new ArrivalRefused("changed", file.path);
    for (const line of readLines<unknown>(bytes, LINE_SCHEMAS[kind], file.path)) all[kind]?.push(line);
  }
  return all as LinesByKind;
}

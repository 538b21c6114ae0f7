import { createHash } from "node:crypto";
import { EXIT_FORMAT } from "@shoal/contract";
import { TAR_END_BYTES, tarEntryBytes, tarHeader } from "../../exits/index.ts";

const shaOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A file of an archive, and its entry in the manifest if that differs. */
export interface ArchiveEntry {
  path: string;
  bytes: Buffer;
  listed?: { path?: string; bytes?: number; sha256?: string };
}

/** Creates an archive of these files, as an export writes it. @param own other fields of its manifest. */
export function archiveOf(entries: readonly ArchiveEntry[], own: object = {}): Buffer {
  const files = entries.map(({ path, bytes, listed }) => ({
    path,
    bytes: bytes.length,
    sha256: shaOf(bytes),
    ...listed,
  }));
  const manifest = Buffer.from(JSON.stringify({ format: EXIT_FORMAT, files, ...own }));
  const entryOf = (path: string, bytes: Buffer) => [
    tarHeader(path, bytes.length, 1_700_000_000),
    bytes,
    Buffer.alloc(tarEntryBytes(bytes.length) - 512 - bytes.length),
  ];
  return Buffer.concat([
    ...entryOf("manifest.json", manifest),
    ...entries.flatMap(({ path, bytes }) => entryOf(path, bytes)),
    Buffer.alloc(TAR_END_BYTES),
  ]);
}

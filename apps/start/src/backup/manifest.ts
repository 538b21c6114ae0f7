import { buffer } from "node:stream/consumers";
import type { AnalyticsTable, DumpedSequence, DumpedTable } from "@shoal/engines";
import type { BackupFolder, StoredFile } from "./backup-folder.ts";

/** The contents of a backup. The manifest is written last, so a backup without one is incomplete. */
export interface Manifest {
  format: 1;
  id: string;
  startedAt: string;
  endedAt: string;
  /** The versions of PostgreSQL and ClickHouse in the backup. A restore may use others. */
  servers: { database: string; analytics: string };
  database: {
    migrations: string[];
    /** The SQL with which the version that made the backup creates the tables of its queue. */
    queueTables: string;
    tables: (DumpedTable & { rows: number })[];
    sequences: DumpedSequence[];
  };
  /** The number of rows; null if the engine did not report it. */
  analytics: { tables: (AnalyticsTable & { rows: number | null })[] };
  media: {
    /** Whether the backup contains the media, or only refers to those in the store. */
    kind: "copied" | "referred";
    /** The address of the store, without credentials. */
    store: string;
    objects: number;
    bytes: number;
  };
  hasSecrets: boolean;
  /** All files of the backup except the manifest and the media. */
  files: Record<string, StoredFile>;
}

export const MANIFEST_FILE = "manifest";
export const MEDIA_INDEX_FILE = "media.jsonl";
export const SECRETS_FILE = "secrets.json";
export const databaseFileOf = ({ schema, name }: Pick<DumpedTable, "schema" | "name">) =>
  `database/${schema}.${name}`;
export const analyticsFileOf = ({ name }: Pick<AnalyticsTable, "name">) => `analytics/${name}`;

/** An object of the media store in a backup. */
export interface IndexedObject {
  name: string;
  sizeBytes: number;
  /** The file that contains the object's bytes; undefined if media remain only in the store. */
  file?: StoredFile;
  /** Whether the object was still arriving, so that later backups must copy it again. */
  isArriving?: boolean;
}

/**
 * Returns the file of an object in a backup. Backups share the files of objects that no longer change, which name and size identify. Each
 * backup has its own copy of an object that is still arriving, since chunks arrive in any order, so that its size says nothing.
 */
export const mediaFileOf = (
  id: string,
  { name, sizeBytes, isArriving }: Pick<IndexedObject, "name" | "sizeBytes" | "isArriving">,
) => (isArriving ? `${id}/arriving/${name}` : `media/${name}@${sizeBytes}`);

/** Reads the manifest of a backup. @throws Error if it is missing, damaged or of another version. */
export async function readManifest(folder: BackupFolder, id: string): Promise<Manifest> {
  const bytes = await buffer(folder.read(`${id}/${MANIFEST_FILE}`, { isCompressed: true }) as never);
  const manifest = JSON.parse(bytes.toString("utf8")) as Manifest;
  if (manifest.format !== 1) throw new Error(`The backup ${id} is of another version of Shoal`);
  return manifest;
}

/** Reads the list of a backup's media. */
export async function* readIndex(folder: BackupFolder, id: string): AsyncGenerator<IndexedObject> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of folder.read(`${id}/${MEDIA_INDEX_FILE}`, { isCompressed: true })) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as IndexedObject;
  }
}

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

import { buffer } from "node:stream/consumers";
import type { AnalyticsTable, DumpedSequence, DumpedTable } from "@shoal/engines";
import type { BackupFolder, StoredFile } from "./backup-folder.ts";

/** The contents of a backup, written last: a backup without it is incomplete. */
export interface Manifest {
  format: 1;
  id: string;
  startedAt: string;
  endedAt: string;
  /** Of PostgreSQL and ClickHouse, as they were; a restore may take others. */
  servers: { database: string; analytics: string };
  database: {
    migrations: string[];
    /** How the version that made it makes the tables of its queue. */
    queueTables: string;
    tables: (DumpedTable & { rows: number })[];
    sequences: DumpedSequence[];
  };
  /** Rows where the engine told how many. */
  analytics: { tables: (AnalyticsTable & { rows: number | null })[] };
  media: {
    /** Copied into the backup, or left where they are. */
    kind: "copied" | "referred";
    /** Where they were, without credentials. */
    store: string;
    objects: number;
    bytes: number;
  };
  hasSecrets: boolean;
  /** All files of the backup but this one and the media. */
  files: Record<string, StoredFile>;
}

export const MANIFEST = "manifest";
export const MEDIA_INDEX = "media.jsonl";
export const SECRETS = "secrets.json";
export const databaseFile = ({ schema, name }: Pick<DumpedTable, "schema" | "name">) =>
  `database/${schema}.${name}`;
export const analyticsFile = ({ name }: Pick<AnalyticsTable, "name">) => `analytics/${name}`;

/** An object of the media store in a backup. */
export interface IndexedObject {
  name: string;
  sizeBytes: number;
  /** The file with its bytes; none where media are left where they are. */
  file?: StoredFile;
}

/** Objects never change, but for sources that grow: name and size name their bytes. */
export const mediaFile = ({ name, sizeBytes }: Pick<IndexedObject, "name" | "sizeBytes">) =>
  `media/${name}@${sizeBytes}`;

/** @throws Error when it is missing, damaged or of another version. */
export async function readManifest(folder: BackupFolder, id: string): Promise<Manifest> {
  const bytes = await buffer(folder.read(`${id}/${MANIFEST}`, { isCompressed: true }) as never);
  const manifest = JSON.parse(bytes.toString("utf8")) as Manifest;
  if (manifest.format !== 1) throw new Error(`The backup ${id} is of another version of Shoal`);
  return manifest;
}

/** The media of a backup. */
export async function* readIndex(folder: BackupFolder, id: string): AsyncGenerator<IndexedObject> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of folder.read(`${id}/${MEDIA_INDEX}`, { isCompressed: true })) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as IndexedObject;
  }
}

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

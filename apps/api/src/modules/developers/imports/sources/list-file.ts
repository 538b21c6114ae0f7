import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ImportListFormat } from "@shoal/contract";
import { readAnyCharset } from "@shoal/domain/charset";
import { eachListedItem, type ListedItem, ListUnreadable } from "@shoal/domain/imports";
import { type OpenedSource, type ReadPages, SourceFailed } from "./import-source.ts";

const LINES_PER_BATCH = 500;

/** An uploaded list, stored until it has been read. */
export interface ListFile {
  kind: ImportListFormat;
  /** The list, compressed with gzip and encoded as base64. */
  packed: string;
}

export async function packList(kind: ImportListFormat, bytes: Uint8Array): Promise<ListFile> {
  return { kind, packed: (await promisify(gzip)(bytes)).toString("base64") };
}

/** The source of lines that contain the address of their file. */
export const sentLinesSource: OpenedSource = {
  async *readPages() {},
  prepare: async (stored) => stored,
  check: async () => [],
};

export const listFileSource = (list: ListFile): OpenedSource => ({
  ...sentLinesSource,
  readPages: readListFile(list),
});

/** Reads a list, where the cursor is the number of lines read. Other work gets a turn between two batches. */
const readListFile = ({ kind, packed }: ListFile): ReadPages =>
  async function* (cursor) {
    const { text } = readAnyCharset(await promisify(gunzip)(Buffer.from(packed, "base64")));
    let count = 0;
    let items: ListedItem[] = [];
    for (const item of parseListItems(text, kind)) {
      count += 1;
      if (count > Number(cursor ?? 0)) items.push(item);
      if (count % LINES_PER_BATCH > 0) continue;
      if (items.length > 0) yield { items, cursor: String(count) };
      items = [];
      await setImmediate();
    }
    if (count === 0) throw new SourceFailed("not_a_list");
    if (items.length > 0) yield { items, cursor: String(count) };
  };

function* parseListItems(text: string, kind: ImportListFormat): Generator<ListedItem> {
  try {
    yield* eachListedItem(text, kind);
  } catch (error) {
    throw error instanceof ListUnreadable ? new SourceFailed(error.fault) : error;
  }
}

import { randomUUID } from "node:crypto";
import type { ArrivedKind, ImportedRowsRepository } from "./arrived-rows.repository.ts";

/** The uuids that the objects of an archive have here. */
export interface ArrivedUuids {
  /** Returns the new uuid of an object; undefined for objects that are not in the archive. */
  of(old: string | null | undefined): string | undefined;
  /** Whether the object is to be written, which is so unless the client already has it. */
  isNew(old: string): boolean;
  /** The old and new uuids of the objects that are written. */
  pairs: { old_uuid: string; new_uuid: string }[];
}

/** Assigns uuids: it keeps the archive's uuids, unless a client of this installation has or had them. */
export async function assignUuids(
  rows: Pick<ImportedRowsRepository, "listKnown">,
  kind: ArrivedKind,
  lines: readonly { uuid: string }[],
): Promise<ArrivedUuids> {
  const olds = [...new Set(lines.map(({ uuid }) => uuid))];
  const { here, taken } = await rows.listKnown(kind, olds);
  const news = new Map(
    olds.map((old) => [old, here.get(old) ?? (taken.has(old) ? randomUUID() : old)] as const),
  );
  return {
    of: (old) => news.get(old ?? ""),
    isNew: (old) => news.has(old) && !here.has(old),
    pairs: [...news].flatMap(([old_uuid, new_uuid]) => (here.has(old_uuid) ? [] : [{ old_uuid, new_uuid }])),
  };
}

/** Returns a free name. A number is appended if the name is used, ignoring case. */
export function findFreeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? name : `${name} (${n})`;
    if (!taken.has(tried.toLowerCase())) return tried;
  }
}

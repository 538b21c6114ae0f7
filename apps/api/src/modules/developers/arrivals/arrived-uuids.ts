import { randomUUID } from "node:crypto";
import type { ArrivedKind, ArrivedRowsRepository } from "./arrived-rows.repository.ts";

/** Which uuid each thing of an archive has here. */
export interface ArrivedUuids {
  /** Undefined for what the archive does not have. */
  of(old: string | null | undefined): string | undefined;
  /** False for what the client has already: it is not written again. */
  isNew(old: string): boolean;
  /** Of what is written. */
  pairs: { old_uuid: string; new_uuid: string }[];
}

/** Uuids of before and of now: the same where no client here has it, or had. */
export async function keepUuids(
  rows: Pick<ArrivedRowsRepository, "listKnown">,
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

/** A name that nothing has yet, in lower case: with a number behind it where it needs one. */
export function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? name : `${name} (${n})`;
    if (!taken.has(tried.toLowerCase())) return tried;
  }
}

import type { KeyRow, MetricsKeysRepository } from "./metrics-keys.repository.ts";
import { type KeyTarget, parseKeys } from "./metrics-keys.ts";
import type { Condition } from "./parse-query.ts";
import { ownRows, type Reader } from "./reader.ts";
import { noSuchIndex } from "./search-error.ts";
import type { ClientRows, Rows } from "./search-scope.ts";

/** What names of metrics keys mean, once they were looked up. */
export type RowsOf = (names: readonly string[]) => Rows;

/** The names that stand as `_index` in a query. */
export function namesIn(condition: Condition): string[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.of.flatMap(namesIn);
    case "not":
      return namesIn(condition.of);
    case "indices":
      return condition.names;
    default:
      return [];
  }
}

/**
 * Looks names up, all at once.
 * @param names with commas between several in one.
 * @throws SearchError "not_found" for a key that is not there for the reader, "bad_request" for a wrong suffix.
 */
export async function findRows(
  keys: MetricsKeysRepository,
  reader: Reader,
  names: readonly { name: string; at: string }[],
): Promise<RowsOf> {
  const targets = new Map(names.map(({ name, at }) => [name, parseKeys(name, at)]));
  const all = [...targets.values()].flat();
  const uuids = all.flatMap((target) => (target.kind === "video" ? [target.uuid] : []));
  const found =
    uuids.length > 0
      ? await keys.listKeys(reader.seesEveryClient ? undefined : reader.clientUuid, uuids)
      : [];
  const byUuid = new Map(found.map((row) => [row.uuid, row]));
  for (const target of all) await assertThere(target, { keys, reader, byUuid });
  return (asked) =>
    joinRows(
      asked.flatMap((name) => targets.get(name) ?? []),
      byUuid,
      reader,
    );
}

interface Known {
  keys: MetricsKeysRepository;
  reader: Reader;
  byUuid: ReadonlyMap<string, KeyRow>;
}

async function assertThere(target: KeyTarget, { keys, reader, byUuid }: Known): Promise<void> {
  if (target.kind === "video") {
    const isSeen = reader.videos.length === 0 || reader.videos.includes(target.uuid);
    if (!isSeen || !byUuid.has(target.uuid)) throw noSuchIndex(target.name);
    return;
  }
  const { clientUuid } = target;
  if (clientUuid === undefined || clientUuid === reader.clientUuid) return;
  if (!reader.seesEveryClient || !(await keys.hasClient(clientUuid))) throw noSuchIndex(target.name);
}

/** What several keys mean together. */
function joinRows(targets: readonly KeyTarget[], byUuid: Known["byUuid"], reader: Reader): Rows {
  const all = targets.map((target) => rowsOfTarget(target, byUuid, reader));
  return all.includes("every") ? "every" : byClient(all.flatMap((rows) => (rows === "every" ? [] : rows)));
}

function rowsOfTarget(target: KeyTarget, byUuid: Known["byUuid"], reader: Reader): Rows {
  if (target.kind === "video") {
    const row = byUuid.get(target.uuid);
    return row ? [{ clientUuid: row.clientUuid, videos: [row.watchedAs] }] : [];
  }
  const { clientUuid } = target;
  if (clientUuid === undefined) return reader.seesEveryClient ? "every" : ownRows(reader);
  return clientUuid === reader.clientUuid ? ownRows(reader) : [{ clientUuid, videos: "all" }];
}

function byClient(rows: readonly ClientRows[]): ClientRows[] {
  return [...Map.groupBy(rows, ({ clientUuid }) => clientUuid)].map(([clientUuid, of]) => ({
    clientUuid,
    videos: of.some(({ videos }) => videos === "all") ? "all" : of.flatMap(({ videos }) => [...videos]),
  }));
}

import type { Condition } from "./conditions.ts";
import type { KeyRow, MetricsKeysRepository } from "./metrics-keys.repository.ts";
import { type KeyTarget, parseKeys } from "./metrics-keys.ts";
import { type FiguresReader, ownRows } from "./reader.ts";
import { noSuchIndex } from "./search-error.ts";
import type { ClientRows, ReadableRows } from "./search-scope.ts";

/** Returns the rows of metrics keys that were looked up before. */
export type RowsOf = (names: readonly string[]) => ReadableRows;

/** Lists the names that a query uses as `_index`. */
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

/** The names of metrics keys in a request, with commas between several. */
export interface KeyNames {
  name: string;
  /** The position of the names in the query, for errors. */
  at: string;
  /** Whether unknown names are left out. */
  isLenient?: boolean;
}

/**
 * Looks all names up together.
 * @throws SearchError "not_found" for a key that the reader cannot see, "bad_request" for a wrong suffix.
 */
export async function findRows(
  keys: MetricsKeysRepository,
  reader: FiguresReader,
  names: readonly KeyNames[],
): Promise<RowsOf> {
  const { targets, byUuid } = await findTargets(keys, reader, names);
  return (asked) =>
    joinRows(
      asked.flatMap((name) => targets.get(name) ?? []),
      byUuid,
      reader,
    );
}

/**
 * Finds the indices of several names, one per name.
 * @throws the same errors as `findRows`.
 */
export async function findIndices(
  keys: MetricsKeysRepository,
  reader: FiguresReader,
  names: readonly KeyNames[],
): Promise<string[]> {
  const { targets } = await findTargets(keys, reader, names);
  const all = [...targets.values()].flat().map((target) => indexOf(target, reader));
  return [...new Set(all)];
}

/** Returns the index of everything that the reader can access. */
export const ownIndex = ({ clientUuid }: FiguresReader): string => `global${clientUuid}`;

function indexOf(target: KeyTarget, reader: FiguresReader): string {
  if (target.kind === "video") return target.uuid;
  if (target.kind === "own") return ownIndex(reader);
  const { clientUuid } = target;
  if (clientUuid !== undefined) return `global${clientUuid}`;
  return reader.seesEveryClient ? "global" : ownIndex(reader);
}

interface FoundTargets {
  /** The metrics keys that each name in the request refers to. */
  targets: ReadonlyMap<string, readonly KeyTarget[]>;
  byUuid: KeyLookup["byUuid"];
}

async function findTargets(
  keys: MetricsKeysRepository,
  reader: FiguresReader,
  names: readonly KeyNames[],
): Promise<FoundTargets> {
  const written = names.map(({ name, at, isLenient = false }) => ({
    name,
    isLenient,
    targets: parseKeys(name, at, isLenient),
  }));
  const uuids = written.flatMap(({ targets }) =>
    targets.flatMap((target) => (target.kind === "video" ? [target.uuid] : [])),
  );
  const found =
    uuids.length > 0
      ? await keys.listKeys(reader.seesEveryClient ? undefined : reader.clientUuid, uuids)
      : [];
  const byUuid = new Map(found.map((row) => [row.uuid, row]));
  const known: KeyLookup = { keys, reader, byUuid };
  const targets = new Map<string, KeyTarget[]>();
  for (const { name, isLenient, targets: all } of written)
    targets.set(name, await listExisting(all, isLenient, known));
  return { targets, byUuid };
}

interface KeyLookup {
  keys: MetricsKeysRepository;
  reader: FiguresReader;
  byUuid: ReadonlyMap<string, KeyRow>;
}

async function listExisting(
  all: readonly KeyTarget[],
  isLenient: boolean,
  known: KeyLookup,
): Promise<KeyTarget[]> {
  const there: KeyTarget[] = [];
  for (const target of all) {
    if (await targetExists(target, known)) there.push(target);
    else if (!isLenient) throw noSuchIndex(target.name);
  }
  return there;
}

async function targetExists(target: KeyTarget, { keys, reader, byUuid }: KeyLookup): Promise<boolean> {
  if (target.kind === "own") return true;
  if (target.kind === "video") {
    const isSeen = reader.videos.length === 0 || reader.videos.includes(target.uuid);
    return isSeen && byUuid.has(target.uuid);
  }
  const { clientUuid } = target;
  if (clientUuid === undefined || clientUuid === reader.clientUuid) return true;
  return reader.seesEveryClient && (await keys.hasClient(clientUuid)) !== undefined;
}

/** Returns the rows of several keys together. */
function joinRows(
  targets: readonly KeyTarget[],
  byUuid: KeyLookup["byUuid"],
  reader: FiguresReader,
): ReadableRows {
  const all = targets.map((target) => rowsOfTarget(target, byUuid, reader));
  return all.includes("every")
    ? "every"
    : mergeByClient(all.flatMap((rows) => (rows === "every" ? [] : rows)));
}

function rowsOfTarget(target: KeyTarget, byUuid: KeyLookup["byUuid"], reader: FiguresReader): ReadableRows {
  if (target.kind === "video") {
    const row = byUuid.get(target.uuid);
    return row ? [{ clientUuid: row.clientUuid, videos: [row.watchedAs] }] : [];
  }
  if (target.kind === "own") return ownRows(reader);
  const { clientUuid } = target;
  if (clientUuid === undefined) return reader.seesEveryClient ? "every" : ownRows(reader);
  return clientUuid === reader.clientUuid ? ownRows(reader) : [{ clientUuid, videos: "all" }];
}

function mergeByClient(rows: readonly ClientRows[]): ClientRows[] {
  return [...Map.groupBy(rows, ({ clientUuid }) => clientUuid)].map(([clientUuid, of]) => ({
    clientUuid,
    videos: of.some(({ videos }) => videos === "all") ? "all" : of.flatMap(({ videos }) => [...videos]),
  }));
}

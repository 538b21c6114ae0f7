/** The possible first parts of names in the media store. The second part is the uuid of the owner. */
const MEDIA_ROOTS = ["videos", "uploads", "lives", "pictures", "chat", "attachments", "arrivals"] as const;
export type MediaRoot = (typeof MEDIA_ROOTS)[number];

export interface MediaFolder {
  root: MediaRoot;
  uuid: string;
}

const FOLDER_PATTERN = /^([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** Returns the folder of an object by its name; undefined for unknown names. */
export function folderOf(name: string): MediaFolder | undefined {
  const [, root = "", uuid = ""] = FOLDER_PATTERN.exec(name) ?? [];
  return isRoot(root) ? { root, uuid } : undefined;
}

const isRoot = (part: string): part is MediaRoot => (MEDIA_ROOTS as readonly string[]).includes(part);

/** A byte range of an object that a row refers to. Without a range, the row refers to the whole object. */
export interface ReferredObject {
  object: string;
  offset?: number;
  length?: number;
  sha256?: string;
}

/** Lists all objects that a row's JSON refers to at any depth, with their ranges and checksums, and index objects. */
export function listReferredObjects(json: unknown): ReferredObject[] {
  if (json === null || typeof json !== "object") return [];
  if (Array.isArray(json)) return json.flatMap(listReferredObjects);
  const { object, indexObject, offset, length, sha256 } = json as Record<string, unknown>;
  const own: ReferredObject[] = [];
  if (isName(object))
    own.push({
      object,
      ...(typeof offset === "number" && { offset }),
      ...(typeof length === "number" && { length }),
      ...(typeof sha256 === "string" && { sha256 }),
    });
  if (isName(indexObject)) own.push({ object: indexObject });
  return [...own, ...Object.values(json).flatMap(listReferredObjects)];
}

export const isName = (value: unknown): value is string =>
  typeof value === "string" && folderOf(value) !== undefined;

/** Returns the folder of an object: for a video, the folder of the generation. */
export const prefixOf = (object: string): string => {
  const parts = object.split("/");
  return `${parts.slice(0, parts[0] === "videos" ? 3 : 2).join("/")}/`;
};

interface UnreadableObject {
  object: string;
  /** Whether the object exists but is too short for the range. */
  isShort: boolean;
}

/** Finds objects that are missing or too short for a range that is read from them. */
export function findMissing(
  referred: readonly ReferredObject[],
  sizes: ReadonlyMap<string, number>,
): UnreadableObject[] {
  const ends = new Map<string, number>();
  for (const { object, offset = 0, length = 0 } of referred)
    ends.set(object, Math.max(ends.get(object) ?? 0, offset + length));
  return [...ends].flatMap(([object, end]): UnreadableObject[] => {
    const size = sizes.get(object);
    if (size === undefined) return [{ object, isShort: false }];
    return size < end ? [{ object, isShort: true }] : [];
  });
}

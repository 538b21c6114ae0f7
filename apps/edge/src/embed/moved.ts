import { AppError } from "@shoal/contract";
import { internalRoutes, type MovedTo } from "@shoal/contract/edge";
import { LRUCache } from "lru-cache";
import { type ApiAddress, createDescriptorSource } from "../playback/descriptor-source.ts";

const CACHE_TTL_MS = 60_000;
const MAX_CACHE_ENTRIES = 10_000;

/** Finds where a video or link now is that was imported from another installation under this uuid; undefined if unknown. */
export type FindMoved = (kind: MovedTo["kind"], uuid: string) => Promise<string | undefined>;

/** Creates a lookup that queries the api at most once per minute for each uuid. */
export function createFindMoved(api: ApiAddress): FindMoved {
  const ask = createDescriptorSource(api, internalRoutes.getMoved);
  const known = new LRUCache<string, { moved: MovedTo | undefined }>({
    max: MAX_CACHE_ENTRIES,
    ttl: CACHE_TTL_MS,
  });
  return async (kind, uuid) => {
    let entry = known.get(uuid);
    if (!entry) {
      const answer = await ask(uuid, undefined).catch(() => undefined);
      if (!answer) return undefined;
      entry = { moved: answer.kind === "found" ? answer.descriptor : undefined };
      known.set(uuid, entry);
    }
    return entry.moved?.kind === kind ? entry.moved.uuid : undefined;
  };
}

/** Whether the api responds that the requested object does not exist; false while the api is unreachable. */
export async function isMissing(get: () => Promise<unknown>): Promise<boolean> {
  try {
    await get();
    return false;
  } catch (error) {
    return error instanceof AppError && (error.code === "video_not_found" || error.code === "not_found");
  }
}

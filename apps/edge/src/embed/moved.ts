import { AppError } from "@shoal/contract";
import { internalRoutes, type MovedTo } from "@shoal/contract/edge";
import { LRUCache } from "lru-cache";
import { type ApiAddress, createDescriptorSource } from "../playback/descriptor-source.ts";

const KEPT_MS = 60_000;
const KEPT_MAX = 10_000;

/** Where what is not here under a uuid is, if it came from another installation under that one; undefined while nobody knows. */
export type FindMoved = (kind: MovedTo["kind"], uuid: string) => Promise<string | undefined>;

/** Asks the api, at most once a minute for each uuid. */
export function createFindMoved(api: ApiAddress): FindMoved {
  const ask = createDescriptorSource(api, internalRoutes.getMoved);
  const known = new LRUCache<string, { moved: MovedTo | undefined }>({ max: KEPT_MAX, ttl: KEPT_MS });
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

/** Whether there is nothing, as far as the api says; not while it is away. */
export async function isMissing(get: () => Promise<unknown>): Promise<boolean> {
  try {
    await get();
    return false;
  } catch (error) {
    return error instanceof AppError && (error.code === "video_not_found" || error.code === "not_found");
  }
}

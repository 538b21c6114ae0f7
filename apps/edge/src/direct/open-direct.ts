import type { EdgeConfig } from "../config.ts";
import type { DirectDeps, DirectServer } from "./direct.types.ts";
import { createDirectServer } from "./direct-server.ts";
import { Slots } from "./slots.ts";
import { ViewerAccess, type ViewerAccessOptions } from "./viewer-access.ts";

export type DirectNeighbours = Pick<DirectDeps, "roomTickets" | "placement" | "addressOf" | "log"> &
  Pick<ViewerAccessOptions, "descriptors" | "places" | "ownerRights">;

/** Opens the rooms of an edge. */
export function openDirect(
  { publicUrl, internalSecret, playbackKeys, iceServers }: EdgeConfig,
  { descriptors, places, ownerRights, ...neighbours }: DirectNeighbours,
): DirectServer {
  const access = new ViewerAccess({ descriptors, places, iceServers, ownerRights });
  const slots = new Slots(playbackKeys);
  return createDirectServer({ ...neighbours, publicUrl, internalSecret, slots, access });
}

import type { VideoView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Actor } from "../../accounts/auth/index.ts";
import type { ExternalStreamsService } from "./external-streams.service.ts";
import type { LiveInputService } from "./live-input.service.ts";

/** Reads the live details in the response for a single video, in addition to those in lists (§3): no details for a VOD. */
export type LiveDetails = (
  actor: Actor,
  video: VideoView,
) => Promise<Pick<VideoView, "externalStreams" | "inputInfos">>;

export function createLiveDetails(services: {
  externalStreams: Pick<ExternalStreamsService, "getStreams">;
  liveInput: Pick<LiveInputService, "getInfos">;
}): LiveDetails {
  const { externalStreams, liveInput } = services;
  return async (actor, { uuid, type }) => {
    if (type !== "live") return {};
    const inputInfos = await liveInput.getInfos(actor, uuid);
    // The settings of restream targets contain their keys, so only editors receive them.
    if (!hasRole(actor.roles, "editor")) return { inputInfos };
    return { inputInfos, externalStreams: await externalStreams.getStreams(actor, uuid) };
  };
}

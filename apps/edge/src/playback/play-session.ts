import { randomUUID } from "node:crypto";
import {
  AppError,
  BEACON_INTERVAL_MS,
  type PlaybackDescriptor,
  type PlayRequest,
  type PlaySession,
} from "@shoal/contract";
import type { EdgeConfig } from "../config.ts";
import type { Place } from "../platform/places.ts";
import type { DescriptorCache } from "./descriptor-cache.ts";
import type { PlaybackTokens } from "./playback-token.ts";
import { type SwarmTickets, swarmOf } from "./ticket.ts";

export interface PlaySessionsOptions {
  config: Pick<EdgeConfig, "publicUrl" | "tokenTtlMs" | "iceServers">;
  descriptors: DescriptorCache;
  tokens: PlaybackTokens;
  tickets: SwarmTickets;
}

/** Who was let in, until when. */
interface Admission {
  sessionId: string;
  expiresAtMs: number;
  place: Place;
}

/** Starts and renews play sessions. */
export class PlaySessions {
  readonly #options: PlaySessionsOptions;
  constructor(options: PlaySessionsOptions) {
    this.#options = options;
  }

  /** @throws AppError "video_not_found", "playback_not_started" (its field startsAt says when), "playback_not_ready",
   * "playback_failed" (its field errorType says why) */
  async start(uuid: string, request: PlayRequest, place: Place): Promise<PlaySession> {
    const descriptor = requirePlayable(await this.#options.descriptors.find(uuid));
    return this.#sessionOf(descriptor, {
      sessionId: request.sessionId ?? randomUUID(),
      expiresAtMs: Math.floor((Date.now() + this.#options.config.tokenTtlMs) / 1000) * 1000,
      place,
    });
  }

  #sessionOf(descriptor: PlaybackDescriptor, admission: Admission): PlaySession {
    const { uuid, generation, title, durationSec, isEnded, player, chapters } = descriptor;
    const { sessionId, expiresAtMs } = admission;
    const token = this.#options.tokens.sign({ ...descriptor, sessionId, expiresAtMs });
    const { publicUrl } = this.#options.config;
    const base = `${publicUrl}/m/${token}/${uuid}/${generation}`;
    return {
      sessionId,
      uuid,
      generation,
      title,
      durationSec,
      isEnded,
      token,
      player,
      chapters,
      tokenExpiresAt: new Date(expiresAtMs).toISOString(),
      hlsUrl: `${base}/master.m3u8`,
      dashUrl: `${base}/manifest.mpd`,
      thumbnailUrl: descriptor.thumbnailObject === null ? null : `${base}/thumbnail`,
      storyboardUrl: descriptor.storyboard === null ? null : `${base}/storyboard.vtt`,
      captions: descriptor.captions.map(({ language, label }, position) => ({
        language,
        label,
        url: `${base}/captions/${position}`,
      })),
      p2p: this.#p2pOf(descriptor, admission, base),
      beacon: { url: `${publicUrl}/beacons`, intervalMs: BEACON_INTERVAL_MS },
    };
  }

  #p2pOf(descriptor: PlaybackDescriptor, admission: Admission, base: string): PlaySession["p2p"] {
    const { config, tickets } = this.#options;
    const { sessionId, expiresAtMs, place } = admission;
    const rules = descriptor.p2p;
    return {
      rules,
      trackerUrl: `${config.publicUrl.replace(/^http/, "ws")}/tracker`,
      ticket: tickets.sign({ swarm: swarmOf(descriptor), sessionId, expiresAtMs, rules, ...place }),
      iceServers: config.iceServers,
      hashesUrl: `${base}/hashes.json`,
    };
  }
}

function requirePlayable(descriptor: PlaybackDescriptor | undefined): PlaybackDescriptor {
  if (!descriptor || descriptor.state === "deleted") throw new AppError("video_not_found", "No such video");
  const { state, errorType, tracks, startsAt } = descriptor;
  if (startsAt !== null && Date.parse(startsAt) > Date.now())
    throw new AppError("playback_not_started", "The video starts later", [
      { path: "startsAt", reason: startsAt },
    ]);
  if (state === "error")
    throw new AppError("playback_failed", "The video could not be prepared", [
      { path: "errorType", reason: errorType ?? "unknown" },
    ]);
  if (state === "waiting" || tracks.length === 0)
    throw new AppError("playback_not_ready", "The video is being prepared");
  return descriptor;
}

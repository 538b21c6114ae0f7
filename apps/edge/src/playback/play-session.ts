import { randomUUID } from "node:crypto";
import {
  BEACON_INTERVAL_MS,
  type PlaybackDescriptor,
  type PlayRequest,
  type PlaySession,
} from "@shoal/contract";
import type { EdgeConfig } from "../config.ts";
import type { Place } from "../platform/places.ts";
import { admit } from "./admission.ts";
import type { DescriptorCache } from "./descriptor-cache.ts";
import type { PasswordChecks } from "./password-checks.ts";
import type { PlaybackTokens } from "./playback-token.ts";
import { type SwarmTickets, swarmOf } from "./ticket.ts";
import type { WatchPasses } from "./watch-pass.ts";

export interface PlaySessionsOptions {
  config: Pick<EdgeConfig, "publicUrl" | "tokenTtlMs" | "iceServers">;
  descriptors: DescriptorCache;
  tokens: PlaybackTokens;
  tickets: SwarmTickets;
  checks: PasswordChecks;
  passes: WatchPasses;
}

/** Who asks. */
export interface Viewer {
  address: string;
  place: Place;
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

  /** @throws AppError as `admit` does. */
  async start(uuid: string, request: PlayRequest, { address, place }: Viewer): Promise<PlaySession> {
    const { config, checks, passes } = this.#options;
    const found = await this.#options.descriptors.find(uuid);
    const descriptor = await admit(found, request, address, { publicUrl: config.publicUrl, checks, passes });
    return this.#sessionOf(descriptor, {
      sessionId: request.sessionId ?? randomUUID(),
      expiresAtMs: Math.floor((Date.now() + this.#options.config.tokenTtlMs) / 1000) * 1000,
      place,
    });
  }

  #sessionOf(descriptor: PlaybackDescriptor, admission: Admission): PlaySession {
    const { uuid, generation, title, durationSec, isEnded, player, chapters, passwordHash } = descriptor;
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
      serverTime: new Date().toISOString(),
      pass: passwordHash === null ? null : this.#options.passes.sign(uuid, passwordHash),
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

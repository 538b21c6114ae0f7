import type { ClientDescriptor, PlaybackDescriptor } from "@shoal/contract/edge";
import type { RulesInForce } from "./rules-in-force.ts";
import { rulesOfVideo } from "./watched-rules.ts";

/** A video and its client, which together determine the rules in force. */
export interface VideoOfClient {
  video: PlaybackDescriptor;
  client: ClientDescriptor;
}

/** How long rules are cached. They also change with time, when a report expires; a second is precise enough for that. */
const CACHE_TTL_MS = 1_000;

/** Caches the rules of videos briefly, because resolving them costs more than serving a cached segment. */
export class RulesInForceCache {
  readonly #known = new WeakMap<
    PlaybackDescriptor,
    { client: ClientDescriptor; rules: RulesInForce; atMs: number }
  >();

  of({ video, client }: VideoOfClient): RulesInForce {
    const known = this.#known.get(video);
    const nowMs = performance.now();
    if (known?.client === client && nowMs - known.atMs < CACHE_TTL_MS) return known.rules;
    const rules = rulesOfVideo(video, client);
    this.#known.set(video, { client, rules, atMs: nowMs });
    return rules;
  }
}

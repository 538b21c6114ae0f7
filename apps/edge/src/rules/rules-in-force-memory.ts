import type { ClientDescriptor, PlaybackDescriptor } from "@shoal/contract/edge";
import type { RulesInForce } from "./rules-in-force.ts";
import { rulesOfVideo } from "./watched-rules.ts";

/** A video with its client. */
export interface VideoOfClient {
  video: PlaybackDescriptor;
  client: ClientDescriptor;
}

/** Time changes rules too, when a report grows old; to the second is soon enough. */
const HOLDS_MS = 1_000;

/** Remembers the rules of videos for a moment: to resolve them costs more than to serve a hot segment. */
export class RulesInForceMemory {
  readonly #known = new WeakMap<
    PlaybackDescriptor,
    { client: ClientDescriptor; rules: RulesInForce; atMs: number }
  >();

  of({ video, client }: VideoOfClient): RulesInForce {
    const known = this.#known.get(video);
    const nowMs = performance.now();
    if (known?.client === client && nowMs - known.atMs < HOLDS_MS) return known.rules;
    const rules = rulesOfVideo(video, client);
    this.#known.set(video, { client, rules, atMs: nowMs });
    return rules;
  }
}

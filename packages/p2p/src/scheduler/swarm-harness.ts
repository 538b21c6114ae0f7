import { type Holding, OPEN_END, type P2pRules, placeOf, type Refusal } from "../protocol/index.ts";
import { reduce } from "./full-scheduler.ts";
import { createSwarmState, type SwarmEffect, type SwarmEvent, type SwarmState } from "./state.ts";

export const DEFAULT_RULES: P2pRules = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,
  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};

/** One viewer's scheduler with a clock controlled by the test. */
export class SwarmHarness {
  readonly id: string;
  nowMs = 1_000_000;
  state: SwarmState = createSwarmState(DEFAULT_RULES);
  /** All effects so far. */
  effects: SwarmEffect[] = [];

  constructor(id = "self") {
    this.id = id;
  }

  send(event: SwarmEvent): SwarmEffect[] {
    const step = reduce(this.state, event, this.nowMs);
    this.state = step.state;
    this.effects.push(...step.effects);
    return [...step.effects];
  }

  joined(audience: number, rules = DEFAULT_RULES): this {
    this.send({ type: "joined", peerId: this.id, audience, rules });
    return this;
  }

  /** Opens a channel to a peer that has nothing yet. */
  open(peerId: string): this {
    this.send({ type: "peerOpen", peerId });
    this.send({ type: "announced", peerId, entries: [] });
    return this;
  }

  play(positionSec: number): this {
    this.send({ type: "playhead", positionSec, rate: 1, isMoving: true });
    return this;
  }

  announce(peerId: string, segment: string, holding: Holding): SwarmEffect[] {
    const { track, index } = placeOf(segment);
    return this.send({
      type: "announced",
      peerId,
      entries: [{ track, from: index, to: index + 1, holding }],
    });
  }

  /** Lets another viewer request a segment of 100 kB that this viewer has cached. */
  ask(
    peerId: string,
    requestId: number,
    segment: string,
    deadlineMs = 60_000,
    totalBytes = 100_000,
  ): SwarmEffect[] {
    const range = { fromByte: 0, toByte: OPEN_END };
    return this.send({ type: "requested", peerId, requestId, segment, ...range, deadlineMs, totalBytes });
  }

  accept(
    segment: string,
    requestId: number,
    totalBytes: number,
    startInMs = 0,
    etaMs = 20_000,
  ): SwarmEffect[] {
    return this.send({ type: "accepted", segment, requestId, totalBytes, startInMs, etaMs });
  }

  progress(segment: string, requestId: number, at: number): SwarmEffect[] {
    return this.send({ type: "progress", segment, requestId, at });
  }

  want(segment: string, startSec: number): SwarmEffect[] {
    return this.send({ type: "want", segment, startSec, isVerifiable: true });
  }

  refuse(segment: string, requestId: number, reason: Refusal, waitMs = 0): SwarmEffect[] {
    return this.send({ type: "refused", segment, requestId, reason, waitMs });
  }

  /** Advances the clock, in the steps of the real timer. */
  pass(durationMs: number): SwarmEffect[] {
    const effects: SwarmEffect[] = [];
    const endMs = this.nowMs + durationMs;
    while (this.nowMs < endMs) {
      this.nowMs = Math.min(endMs, this.nowMs + 100);
      effects.push(...this.send({ type: "tick" }));
    }
    return effects;
  }

  requestedPeers(): Set<string> {
    return new Set(this.effects.flatMap((effect) => (effect.type === "requestPeer" ? [effect.peerId] : [])));
  }
}

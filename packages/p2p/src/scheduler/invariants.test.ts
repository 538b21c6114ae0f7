import { describe, expect, it } from "vitest";
import { addRange, countOf, OPEN_END, type Ranges } from "../protocol/index.ts";
import { isTrusted } from "./peers.ts";
import type { SwarmEffect, SwarmState } from "./state.ts";
import { SwarmHarness } from "./swarm-harness.ts";
import * as TUNING from "./tuning.ts";
import { allowedBytesPerSec } from "./uploads.ts";

const SEGMENT_BYTES = 300_000;
const PEERS = ["p0", "p1", "p2", "p3", "p4"];
const HOLDINGS = ["have", "have", "fetching", "want", "gone"] as const;
const segmentName = (number: number) => `u/1/v0/${number}`;

/** Generates random events in any order, from a seed. */
class RandomEvents {
  readonly harness = new SwarmHarness().joined(20);
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed * 2_654_435_761;
  }

  below(limit: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 0x1_0000_0000) * limit);
  }

  step(): SwarmEffect[] {
    const { harness } = this;
    const peerId = PEERS[this.below(PEERS.length)] ?? "p0";
    const segment = segmentName(this.below(30));
    harness.nowMs += this.below(40) === 0 ? this.below(20_000) : this.below(120);
    switch (this.below(12)) {
      case 0:
        return harness.send({ type: harness.state.peers[peerId] ? "peerClosed" : "peerOpen", peerId });
      case 1:
        return harness.announce(peerId, segment, HOLDINGS[this.below(HOLDINGS.length)] ?? "have");
      case 2:
        return harness.want(segment, this.below(60));
      case 3:
        return harness.ask(peerId, this.below(1e6), segment, this.below(10_000), SEGMENT_BYTES);
      case 4:
        return this.answer();
      case 5:
        return harness.send({
          type: "playhead",
          positionSec: this.below(60),
          rate: 1,
          isMoving: this.below(3) > 0,
        });
      case 6:
        return this.below(4) === 0 ? harness.send({ type: "liars", peerIds: [peerId] }) : [];
      case 7:
        return this.below(4) === 0 ? harness.send({ type: "abandon", segment }) : this.move();
      case 8:
        return this.endUpload();
      case 9:
        return this.move();
      default:
        return harness.send({ type: "tick" });
    }
  }

  /** Lets a peer respond to a request. */
  answer(): SwarmEffect[] {
    const { segment, piece } = this.#anyPiece();
    if (!piece) return [];
    if (piece.peerId === "" && this.below(3) === 0) {
      return this.harness.send({
        type: "serverFailed",
        segment,
        requestId: piece.requestId,
        retryAfterMs: 500,
      });
    }
    if (piece.peerId !== "" && this.below(3) === 0)
      return this.harness.refuse(segment, piece.requestId, "busy", 300);
    return this.harness.accept(segment, piece.requestId, SEGMENT_BYTES, 0, this.below(3_000));
  }

  /** Lets bytes of a transfer arrive. */
  move(): SwarmEffect[] {
    const { segment, piece } = this.#anyPiece();
    if (!piece || !this.harness.state.wants[segment]?.total) return this.answer();
    return this.harness.progress(segment, piece.requestId, Math.min(piece.to, piece.at + 50_000));
  }

  endUpload(): SwarmEffect[] {
    const upload = this.harness.state.uploads[this.below(4)];
    if (!upload) return [];
    return this.harness.send({ type: "uploadEnded", peerId: upload.peerId, requestId: upload.requestId });
  }

  #anyPiece() {
    const wants = Object.values(this.harness.state.wants).filter(({ pieces }) => pieces.length > 0);
    const want = wants[this.below(Math.max(1, wants.length))];
    return { segment: want?.segment ?? "", piece: want?.pieces[this.below(want.pieces.length)] };
  }
}

function expectNoOverlap(state: SwarmState): void {
  for (const { pieces, received, total } of Object.values(state.wants)) {
    let taken: Ranges = received;
    let bytes = countOf(received);
    for (const { from, to } of pieces) {
      taken = addRange(taken, from, to);
      bytes += to - from;
    }
    expect(countOf(taken)).toBe(bytes);
    if (total > 0) expect(bytes).toBeLessThanOrEqual(total);
    else expect(bytes).toBeLessThanOrEqual(OPEN_END);
  }
}

describe.each(Array.from({ length: 12 }, (_, seed) => seed + 1))("after random events (seed %i)", (seed) => {
  const storm = new RandomEvents(seed);
  const { harness } = storm;

  it("no byte is requested twice, no penalised peer is asked, and the state stays bounded", () => {
    for (let step = 0; step < 1_500; step++) {
      const effects = storm.step();
      expectNoOverlap(harness.state);
      for (const effect of effects) {
        if (effect.type !== "requestPeer") continue;
        const peer = harness.state.peers[effect.peerId];
        expect(peer !== undefined && isTrusted(peer, harness.nowMs)).toBe(true);
      }
      const started = harness.state.uploads.filter((upload) => upload.isStarted);
      expect(started.length).toBeLessThanOrEqual(TUNING.uploadSlots);
      expect(harness.state.uploads.length).toBeLessThanOrEqual(TUNING.uploadSlots + TUNING.maxQueuedUploads);
      for (const want of Object.values(harness.state.wants)) {
        expect(want.pieces.length).toBeLessThanOrEqual(2 * TUNING.maxPieces);
      }
    }
  });

  it("every want is completed once the server answers again", () => {
    const whole = () =>
      Object.values(harness.state.wants).every((want) => want.received[1] === SEGMENT_BYTES);
    for (let round = 0; round < 400 && !whole(); round++) {
      harness.pass(500);
      for (const want of Object.values(harness.state.wants)) {
        for (const piece of want.pieces.filter(({ peerId }) => peerId === "")) {
          harness.accept(want.segment, piece.requestId, SEGMENT_BYTES);
          harness.progress(want.segment, piece.requestId, SEGMENT_BYTES);
        }
      }
    }
    expect(whole()).toBe(true);
  });

  it("no upload was promised beyond the maximum wait", () => {
    for (const effect of harness.effects) {
      if (effect.type !== "accept") continue;
      expect(effect.startInMs).toBeLessThanOrEqual(TUNING.maxUploadWaitMs);
      expect(effect.etaMs).toBeGreaterThan(0);
    }
    expect(allowedBytesPerSec(harness.state)).toBeGreaterThan(0);
  });
});

import type { SwarmEffect } from "@shoal/p2p/scheduler";
import { findPiece, isWhole } from "@shoal/p2p/scheduler";
import { Flow, TCP_ACK_SHARE } from "./links.ts";
import { sizeOf } from "./media.ts";
import type { SimViewer } from "./simulation.types.ts";

type EffectOf<T extends SwarmEffect["type"]> = Extract<SwarmEffect, { type: T }>;

interface Transfer {
  segment: string;
  /** The sender's id, or "" for the server. */
  peerId: string;
  fromByte: number;
  flow: Flow | undefined;
  isCancelled: boolean;
}

/** The time that hashing and appending a segment takes, in ms. */
const APPEND_DURATION_MS = 8;
const SERVER_LATENCY_MS = 25;
/** The size of a request with its headers, which queues on a line that is saturated with uploads to peers. */
const REQUEST_SIZE_BYTES = 700;
const HASH_DURATION_MS = 15;

/** The downloads of one viewer. Carries out the scheduler's decisions and counts the results. */
export class Downloads {
  readonly #viewer: SimViewer;
  readonly #transfers = new Map<number, Transfer>();
  /** The peers that sent parts of each segment, and whether they sent wrong data. */
  readonly #senders = new Map<string, Map<string, boolean>>();
  readonly #unresolved = new Map<string, string[]>();
  readonly #settling = new Set<string>();
  bytesServer = 0;
  bytesPeer = 0;
  /** The number of bytes from peers that were not used. */
  bytesWasted = 0;
  wrongSegments = 0;
  /** The number of wrong pieces, by sender. */
  readonly wrongBy = new Map<string, number>();

  constructor(viewer: SimViewer) {
    this.#viewer = viewer;
  }

  prefetch(segment: string): void {
    this.#viewer.world.clock.after(HASH_DURATION_MS, () =>
      this.#viewer.dispatch({ type: "hash", segment, isKnown: true }),
    );
  }

  fetchServer({ segment, requestId, fromByte, toByte }: EffectOf<"fetchServer">): void {
    const { world, line, up, down, site } = this.#viewer;
    const [ups, downs] = site
      ? [
          [up, site.up],
          [down, site.down],
        ]
      : [[up], [down]];
    const { clock, media } = world;
    const transfer: Transfer = { segment, peerId: "", fromByte, flow: undefined, isCancelled: false };
    this.#transfers.set(requestId, transfer);
    const startedAtMs = clock.nowMs;
    const latencyMs = 2 * line.latencyMs + SERVER_LATENCY_MS;
    const answer = () => {
      if (transfer.isCancelled || this.#viewer.isGone) return;
      const totalBytes = sizeOf(media, segment);
      this.#viewer.dispatch({ type: "accepted", segment, requestId, totalBytes, startInMs: 0, etaMs: 0 });
      const bytes = Math.min(toByte, totalBytes) - fromByte;
      const firstByteAtMs = clock.nowMs;
      const latencyMs = firstByteAtMs - startedAtMs;
      const end = () => {
        const durationMs = Math.max(1, clock.nowMs - firstByteAtMs);
        this.#viewer.dispatch({ type: "serverMeasured", latencyMs, bytes, durationMs });
        this.#end(requestId, transfer);
      };
      transfer.flow = new Flow(clock, downs, bytes, end, {
        ackLine: site?.up ?? up,
        ackShare: TCP_ACK_SHARE,
      });
    };
    new Flow(clock, ups, REQUEST_SIZE_BYTES, () => clock.after(latencyMs, answer));
  }

  abort(requestId: number): void {
    this.#finish(requestId, true);
  }

  requestPeer(effect: EffectOf<"requestPeer">): void {
    const { peerId, requestId, segment, fromByte, toByte, deadlineMs } = effect;
    const { world, id } = this.#viewer;
    this.#transfers.set(requestId, { segment, peerId, fromByte, flow: undefined, isCancelled: false });
    this.#viewer.send(peerId, (to) => ({
      type: "requested",
      peerId: id,
      requestId,
      segment,
      fromByte,
      toByte,
      deadlineMs,
      totalBytes: to.downloads.has(segment) ? sizeOf(world.media, segment) : 0,
    }));
  }

  /** Shortens a transfer, which then ends at the cut. A transfer that is cut at 0 is dropped. */
  cancelPeer({ peerId, requestId, atByte }: EffectOf<"cancelPeer">): void {
    const { id } = this.#viewer;
    this.#viewer.send(peerId, () => ({ type: "uploadCancelled", peerId: id, requestId, atByte }));
    if (atByte === 0) this.#finish(requestId, false);
  }

  has(segment: string): boolean {
    return this.#viewer.player.held.has(segment);
  }

  /** Handles the first byte of a peer's transfer. @returns undefined if the viewer no longer needs the transfer. */
  receive(peerId: string, requestId: number, flow: Flow): Transfer | undefined {
    const transfer = this.#transfers.get(requestId);
    if (!transfer || transfer.peerId !== peerId) return undefined;
    transfer.flow = flow;
    return transfer;
  }

  /** Handles the end of a transfer, which the sender has finished or stopped. @param bytes the total number of received bytes. */
  received(requestId: number, bytes: number): void {
    this.bytesPeer += bytes;
    const transfer = this.#transfers.get(requestId);
    if (!transfer) {
      this.bytesWasted += bytes;
      return;
    }
    const { segment, fromByte } = transfer;
    const piece = findPiece(this.#viewer.state.wants[segment], requestId);
    const useful = piece ? Math.min(bytes, piece.to - fromByte) : 0;
    this.bytesWasted += bytes - useful;
    if (transfer.flow) this.#end(requestId, transfer);
  }

  reportProgress(): void {
    for (const [requestId, { segment, fromByte, flow }] of this.#transfers) {
      if (!flow || flow.isEnded) continue;
      const at = fromByte + flow.sentBytes();
      if (at > fromByte) this.#viewer.dispatch({ type: "progress", segment, requestId, at });
      this.#settle(segment);
    }
  }

  close(): void {
    for (const { peerId, flow } of this.#transfers.values()) if (peerId === "") flow?.stop();
    this.#transfers.clear();
  }

  #end(requestId: number, transfer: Transfer): void {
    const { segment, fromByte, flow, peerId } = transfer;
    const bytes = flow?.sentBytes() ?? 0;
    this.#transfers.delete(requestId);
    if (peerId === "") this.#countServer(bytes);
    else this.#recordSender(segment, peerId);
    this.#viewer.dispatch({ type: "progress", segment, requestId, at: fromByte + bytes });
    this.#settle(segment);
  }

  #finish(requestId: number, isServer: boolean): void {
    const transfer = this.#transfers.get(requestId);
    if (!transfer) return;
    transfer.isCancelled = true;
    this.#transfers.delete(requestId);
    if (!isServer) {
      // Bytes that were received before the cut are used. Later bytes are counted as they arrive.
      if (transfer.flow) this.bytesWasted -= transfer.flow.sentBytes();
      if (transfer.flow) this.#recordSender(transfer.segment, transfer.peerId);
      return;
    }
    this.#countServer(transfer.flow?.sentBytes() ?? 0);
    transfer.flow?.stop();
  }

  #countServer(bytes: number): void {
    this.bytesServer += bytes;
    this.#viewer.world.countServer(bytes);
  }

  #recordSender(segment: string, peerId: string): void {
    const senders = this.#senders.get(segment) ?? new Map<string, boolean>();
    senders.set(peerId, this.#viewer.world.viewers.get(peerId)?.conduct === "liar");
    this.#senders.set(segment, senders);
  }

  #settle(segment: string): void {
    const want = this.#viewer.state.wants[segment];
    if (!want || !isWhole(want) || this.#settling.has(segment)) return;
    this.#settling.add(segment);
    this.#viewer.world.clock.after(APPEND_DURATION_MS, () => {
      this.#settling.delete(segment);
      if (!this.#viewer.isGone) this.#check(segment);
    });
  }

  #check(segment: string): void {
    const viewer = this.#viewer;
    const senders = this.#senders.get(segment) ?? new Map<string, boolean>();
    this.#senders.delete(segment);
    const liars = [...senders].filter(([, isWrong]) => isWrong).map(([id]) => id);
    if (liars.length > 0) {
      const bytes = sizeOf(viewer.world.media, segment);
      this.wrongSegments += 1;
      this.bytesWasted += bytes;
      for (const id of liars) this.wrongBy.set(id, (this.wrongBy.get(id) ?? 0) + 1);
      // A single sender is identified immediately. With several senders, the server's bytes are needed for comparison.
      if (senders.size === 1) viewer.dispatch({ type: "liars", peerIds: liars });
      else this.#unresolved.set(segment, liars);
      viewer.dispatch({ type: "corrupt", segment });
      return;
    }
    const found = this.#unresolved.get(segment);
    this.#unresolved.delete(segment);
    viewer.player.held.add(segment);
    viewer.dispatch({ type: "arrived", segment, bytes: sizeOf(viewer.world.media, segment) });
    if (found) viewer.dispatch({ type: "liars", peerIds: found });
    viewer.dispatch({ type: "held", segment });
    viewer.player.arrived(segment);
  }
}

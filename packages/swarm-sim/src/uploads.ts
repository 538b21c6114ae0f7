import type { SwarmEffect } from "@shoal/p2p/scheduler";
import { type AccessLink, CHANNEL_ACK_SHARE, CHANNEL_PAYLOAD_SHARE, createLine, Flow } from "./links.ts";
import type { SimViewer } from "./simulation.types.ts";
import { UploadPace } from "./upload-pace.ts";

type UploadEffect = Extract<SwarmEffect, { type: "accept" | "refuse" | "startUpload" | "trimUpload" }>;

interface RunningUpload {
  peer: SimViewer;
  requestId: number;
  fromByte: number;
  flow: Flow;
}

const DRIP_KBPS = 40;

/** Returns the site lines that data crosses on its way from one viewer to the other. */
function linesBetween(from: SimViewer, to: SimViewer): AccessLink[] {
  if (from.site === to.site) return [];
  return [from.site?.up, to.site?.down].filter((line) => line !== undefined);
}

/** The uploads of one viewer. */
export class Uploads {
  readonly #viewer: SimViewer;
  readonly #sending = new Map<string, RunningUpload>();
  readonly #pace: UploadPace;
  bytesUp = 0;

  constructor(viewer: SimViewer) {
    this.#viewer = viewer;
    const { world, up } = viewer;
    this.#pace = new UploadPace(world.clock, (up.bytesPerMs * world.options.rules.uploadPercent) / 100);
  }

  run(effect: UploadEffect): void {
    const { peerId, requestId } = effect;
    const peer = this.#viewer.world.viewers.get(peerId);
    if (!peer) return;
    switch (effect.type) {
      case "accept": {
        const { totalBytes, startInMs, etaMs } = effect;
        this.#answer(peer, requestId, (segment) => ({
          type: "accepted",
          segment,
          requestId,
          totalBytes,
          startInMs,
          etaMs,
        }));
        break;
      }
      case "refuse": {
        const { reason, waitMs } = effect;
        this.#answer(peer, requestId, (segment) => ({
          type: "refused",
          segment,
          requestId,
          reason,
          waitMs,
        }));
        break;
      }
      case "startUpload":
        this.#start(peer, effect);
        break;
      case "trimUpload":
        this.#trim(`${peerId}/${requestId}`, effect.atByte);
        break;
    }
  }

  reportProgress(): void {
    for (const { peer, requestId, fromByte, flow } of this.#sending.values()) {
      const at = fromByte + flow.sentBytes();
      if (at > fromByte) this.#viewer.dispatch({ type: "uploadProgress", peerId: peer.id, requestId, at });
    }
  }

  close(): void {
    for (const [name, sending] of this.#sending) {
      sending.flow.stop();
      this.#finish(name, sending);
    }
  }

  #answer(
    peer: SimViewer,
    requestId: number,
    event: (segment: string) => Parameters<SimViewer["dispatch"]>[0],
  ): void {
    if (this.#viewer.conduct === "silent") return;
    this.#viewer.send(peer.id, (to) => {
      const want = Object.values(to.state.wants).find(({ pieces }) =>
        pieces.some((piece) => piece.requestId === requestId && piece.peerId === this.#viewer.id),
      );
      return want ? event(want.segment) : { type: "tick" };
    });
  }

  #start(peer: SimViewer, effect: Extract<UploadEffect, { type: "startUpload" }>): void {
    const { requestId, fromByte, toByte } = effect;
    const viewer = this.#viewer;
    if (viewer.conduct === "silent") {
      viewer.dispatch({ type: "uploadEnded", peerId: peer.id, requestId });
      return;
    }
    const name = `${peer.id}/${requestId}`;
    const line = viewer.conduct === "drip" ? createLine(DRIP_KBPS) : viewer.up;
    const sending: RunningUpload = {
      peer,
      requestId,
      fromByte,
      flow: new Flow(
        viewer.world.clock,
        [line, peer.down, ...linesBetween(viewer, peer)],
        toByte - fromByte,
        () => this.#finish(name, sending),
        { ackLine: peer.up, ackShare: CHANNEL_ACK_SHARE, pace: this.#pace },
      ),
    };
    this.#sending.set(name, sending);
    viewer.world.clock.after(viewer.latencyTo(peer), () =>
      peer.downloads.receive(viewer.id, requestId, sending.flow),
    );
  }

  #trim(name: string, atByte: number): void {
    const sending = this.#sending.get(name);
    if (!sending) return;
    sending.flow.trim(Math.max(0, atByte - sending.fromByte));
  }

  #finish(name: string, { peer, requestId, flow }: RunningUpload): void {
    const viewer = this.#viewer;
    this.#sending.delete(name);
    const bytes = flow.sentBytes();
    this.bytesUp += bytes;
    viewer.world.clock.after(viewer.latencyTo(peer) + 1, () => peer.downloads.received(requestId, bytes));
    viewer.dispatch({
      type: "uplink",
      bytesPerSec: viewer.line.upKbps * 125 * CHANNEL_PAYLOAD_SHARE * viewer.world.random.between(0.9, 1.05),
    });
    viewer.dispatch({ type: "uploadEnded", peerId: peer.id, requestId });
  }
}

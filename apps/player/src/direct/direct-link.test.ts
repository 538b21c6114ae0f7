import type { DirectSignal } from "@shoal/contract/player";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DirectLink, sessionIdOf } from "./direct-link.ts";

const offerOf = (session: number) => `v=0\r\no=- ${session} 2 IN IP4 127.0.0.1\r\ns=-\r\n`;
const CANDIDATE = { kind: "candidate", candidate: "c1", sdpMid: "0", sdpMLineIndex: 0 } as const;

/** A fake RTCPeerConnection whose operations complete immediately. */
class FakeConnection {
  readonly done: string[] = [];
  readonly receivers: { track: { kind: string }; jitterBufferTarget: number | null }[] = [];
  remoteDescription: unknown = null;
  localDescription: unknown = null;
  connectionState = "new";
  onicecandidate: ((event: { candidate: unknown }) => void) | undefined;
  onconnectionstatechange: (() => void) | undefined;
  async setRemoteDescription(description: unknown): Promise<void> {
    this.done.push("offer");
    this.remoteDescription = description;
    this.receivers.push({ track: { kind: "video" }, jitterBufferTarget: null });
  }
  async setLocalDescription(): Promise<void> {
    this.localDescription = { sdp: "answer" };
  }
  async addIceCandidate({ candidate: line }: { candidate: string }): Promise<void> {
    if (!this.remoteDescription) throw new Error("A candidate came before its offer");
    this.done.push(line);
  }
  getReceivers() {
    return this.receivers;
  }
  async getStats() {
    return new Map();
  }
  close(): void {
    this.connectionState = "closed";
  }
}

let connection: FakeConnection;
let sentSignals: DirectSignal[];
let streamCount: number;
let lossCount: number;
let link: DirectLink;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("MediaStream", class {});
  connection = new FakeConnection();
  [sentSignals, streamCount, lossCount] = [[], 0, 0];
  link = new DirectLink({
    iceServers: [],
    send: (signal) => sentSignals.push(signal),
    onStream: () => {
      streamCount += 1;
    },
    onLost: () => {
      lossCount += 1;
    },
    makeConnection: () => connection as unknown as RTCPeerConnection,
  });
});
afterEach(() => {
  link.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settlePromises = () => vi.advanceTimersByTimeAsync(0);

it("the link answers an offer, and applies earlier candidates after it", async () => {
  link.handle(CANDIDATE);
  link.handle({ kind: "offer", sdp: offerOf(7) });
  link.handle({ ...CANDIDATE, candidate: "c2" });
  await settlePromises();
  expect(connection.done).toEqual(["offer", "c1", "c2"]);
  expect(sentSignals).toEqual([{ kind: "answer", sdp: "answer" }]);
  expect([streamCount, connection.receivers[0]?.jitterBufferTarget]).toEqual([1, 0]);
});

it("the link sends its own candidates, but not the end of candidates", () => {
  const { kind: _kind, ...own } = CANDIDATE;
  connection.onicecandidate?.({ candidate: own });
  connection.onicecandidate?.({ candidate: null });
  expect(sentSignals).toEqual([CANDIDATE]);
});

it("the link accepts further offers of the same connection, but none of another one", async () => {
  link.handle({ kind: "offer", sdp: offerOf(7) });
  await settlePromises();
  expect([link.acceptsOffer(offerOf(7)), link.acceptsOffer(offerOf(8))]).toEqual([true, false]);
  link.handle({ kind: "offer", sdp: offerOf(7) });
  await settlePromises();
  expect([sentSignals.length, streamCount]).toEqual([2, 1]);
});

it("a failure is reported once, even if no data arrives after the browser reported it", async () => {
  connection.connectionState = "failed";
  connection.onconnectionstatechange?.();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lossCount).toBe(1);
});

it("a link without a frame after ten seconds has failed", async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lossCount).toBe(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(lossCount).toBe(1);
});

it("a link whose offer the browser rejects has failed", async () => {
  connection.setRemoteDescription = () => Promise.reject(new Error("no SDP"));
  link.handle({ kind: "offer", sdp: "nonsense" });
  await settlePromises();
  expect(lossCount).toBe(1);
});

it("a closed link sends and reports nothing more", async () => {
  link.handle({ kind: "offer", sdp: offerOf(7) });
  link.close();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([sentSignals, lossCount, streamCount]).toEqual([[], 0, 0]);
});

it.each([
  [offerOf(4_611_731), "4611731"],
  ["nonsense", undefined],
])("sessionIdOf reads the session id of an SDP, or undefined", (sdp, id) => {
  expect(sessionIdOf(sdp)).toBe(id);
});

/** The behaviour of a malicious peer: wrong bytes, promises without bytes, or a trickle. */
export type MaliciousBehavior = "wrong" | "silent" | "drip";

/** What a malicious page reports about its attack. */
export interface MaliciousStats {
  /** The most consecutive requests from one viewer, until the viewer avoided the malicious peer for a while. */
  inARow: number;
  requests: number;
}

/**
 * Makes a page a malicious peer. The function runs in the page before the page's scripts. The engine is unchanged, but its data
 * channels send false data. The function is sent as text.
 */
export function actMaliciously({ how, fill }: { how: MaliciousBehavior; fill: number }): void {
  const CHUNK = 3;
  const HEADER_BYTES = 5;
  const DRIP_MS = 3_000;
  const ALONE_MS = 15_000;
  const lies: MaliciousStats = { inARow: 0, requests: 0 };
  Object.assign(window, { readLies: () => lies });
  const askers = new WeakMap<RTCDataChannel, { ids: Set<number>; row: number; lastAtMs: number }>();

  const count = (channel: RTCDataChannel, requestId: number) => {
    const asker = askers.get(channel) ?? { ids: new Set<number>(), row: 0, lastAtMs: 0 };
    askers.set(channel, asker);
    const nowMs = performance.now();
    if (!asker.ids.has(requestId)) {
      asker.row = nowMs - asker.lastAtMs > ALONE_MS ? 1 : asker.row + 1;
      lies.requests += 1;
      lies.inARow = Math.max(lies.inARow, asker.row);
    }
    asker.ids.add(requestId);
    asker.lastAtMs = nowMs;
  };

  const send = RTCDataChannel.prototype.send as (
    this: RTCDataChannel,
    data: ArrayBufferView<ArrayBuffer>,
  ) => void;
  let dripAtMs = 0;
  RTCDataChannel.prototype.send = function (this: RTCDataChannel, data: unknown) {
    const bytes = data as Uint8Array<ArrayBuffer>;
    if (bytes[0] !== CHUNK) return send.call(this, bytes);
    count(this, new DataView(bytes.buffer, bytes.byteOffset).getUint32(1));
    if (how === "silent") return;
    if (how === "wrong") {
      const wrong = bytes.slice().fill(fill, HEADER_BYTES);
      return send.call(this, wrong);
    }
    dripAtMs = Math.max(dripAtMs, performance.now()) + DRIP_MS;
    const copy = bytes.slice();
    setTimeout(() => {
      if (this.readyState === "open") send.call(this, copy);
    }, dripAtMs - performance.now());
  };
}

import { expect, test } from "vitest";
import type { MediaKeys } from "./protocol/key-material.ts";
import { CONTROL_TYPES, type ControlPacket, type DataPacket, parsePacket } from "./protocol/packet.ts";
import { SrtLink } from "./srt-link.ts";

/** A link with a simulated caller and clock. */
class LinkHarness {
  nowMs = 0;
  readonly sent: ControlPacket[] = [];
  readonly link: SrtLink;
  keysInstalled = 0;

  constructor() {
    const keys: Pick<MediaKeys, "decrypt" | "install"> = {
      decrypt: (body) => body,
      install: async (message) => {
        this.keysInstalled += 1;
        return message.length === 8;
      },
    };
    this.link = new SrtLink({
      peerSocketId: 9,
      initialSequence: 100,
      latencyMs: 200,
      keys,
      nowMs: () => this.nowMs,
      send: (bytes) => this.sent.push(parsePacket(bytes) as ControlPacket),
    });
  }

  data(...sequences: number[]): void {
    for (const sequence of sequences) {
      const packet = { kind: "data", keyIndex: 1, isWhole: true, socketId: 1 } as const;
      this.link.handleData({ ...packet, sequence, body: Buffer.from([sequence]) } satisfies DataPacket);
    }
  }

  control(type: number, more: Partial<ControlPacket> = {}): Promise<boolean> {
    const packet = {
      kind: "control",
      type,
      subtype: 0,
      info: 0,
      socketId: 1,
      body: Buffer.alloc(4),
    } as const;
    return this.link.handleControl({ ...packet, ...more });
  }

  tickAt(nowMs: number): void {
    this.nowMs = nowMs;
    this.link.tick();
  }

  /** Polls the link at intervals, as the server does. */
  pollUntil(nowMs: number): void {
    while (this.nowMs < nowMs) this.tickAt(Math.min(this.nowMs + 10, nowMs));
  }

  /** Returns the packets of one type that were sent since the last call. */
  drain(type: number): ControlPacket[] {
    return this.sent.splice(0).filter((packet) => packet.type === type);
  }

  media = () => this.link.drainMedia().map(([sequence]) => sequence);
}

const wordsOf = ({ body }: ControlPacket) =>
  Array.from({ length: body.length / 4 }, (_, index) => body.readUInt32BE(4 * index));

test("packets are acknowledged up to the first gap, and again when one is repeated", () => {
  const harness = new LinkHarness();
  harness.data(100, 101, 103);
  harness.tickAt(10);
  const [ack] = harness.drain(CONTROL_TYPES.ack);
  expect(ack && [ack.socketId, ack.info, ...wordsOf(ack)]).toEqual([9, 1, 102, 100_000, 50_000, 8_189]);
  harness.tickAt(20);
  expect(harness.drain(CONTROL_TYPES.ack)).toEqual([]);
  harness.data(100);
  harness.tickAt(30);
  expect(harness.drain(CONTROL_TYPES.ack)).toHaveLength(1);
  expect(harness.media()).toEqual([100, 101]);
});

test("the round trip is measured by each answer to an acknowledgement once", async () => {
  const harness = new LinkHarness();
  harness.data(100);
  harness.tickAt(10);
  harness.nowMs = 30;
  await harness.control(CONTROL_TYPES.ackAck, { info: 1 });
  await harness.control(CONTROL_TYPES.ackAck, { info: 1 });
  await harness.control(CONTROL_TYPES.ackAck, { info: 99 });
  harness.data(101);
  harness.sent.length = 0;
  harness.tickAt(40);
  expect(wordsOf(harness.drain(CONTROL_TYPES.ack)[0] as ControlPacket).slice(1, 3)).toEqual([90_000, 57_500]);
});

test("missing packets are requested at once, and again after a round trip, until they are too late", () => {
  const harness = new LinkHarness();
  harness.data(100, 103, 105);
  expect(harness.drain(CONTROL_TYPES.nak).map(wordsOf)).toEqual([[0x8000_0065, 102], [104]]);
  harness.pollUntil(150);
  expect(harness.drain(CONTROL_TYPES.nak)).toEqual([]);
  harness.data(101);
  harness.pollUntil(199);
  expect(harness.media()).toEqual([100, 101]);
  harness.pollUntil(200);
  expect(harness.media()).toEqual([103, 105]);
  expect(harness.link.counts).toEqual({ received: 4, lost: 3, dropped: 2 });
});

test("packets that arrived while the process was not running are not late", () => {
  const harness = new LinkHarness();
  harness.data(100, 102);
  harness.pollUntil(20);
  harness.tickAt(5_000);
  harness.data(101);
  expect(harness.media()).toEqual([100, 101, 102]);
  expect(harness.link.counts.dropped).toBe(0);
});

test("packets that their sender gives up are not requested", async () => {
  const harness = new LinkHarness();
  harness.data(100, 103);
  const body = Buffer.alloc(8);
  body.writeUInt32BE(101, 0);
  body.writeUInt32BE(102, 4);
  await harness.control(CONTROL_TYPES.dropRequest, { body });
  await harness.control(CONTROL_TYPES.dropRequest, { body: Buffer.alloc(3) });
  expect(harness.media()).toEqual([100, 103]);
  expect(harness.link.counts.dropped).toBe(2);
});

test("key messages are installed one at a time, and valid ones are answered", async () => {
  const harness = new LinkHarness();
  const keys = { subtype: 3, body: Buffer.alloc(8, 1) };
  await Promise.all([harness.control(CONTROL_TYPES.user, keys), harness.control(CONTROL_TYPES.user, keys)]);
  await harness.control(CONTROL_TYPES.user, { ...keys, body: Buffer.alloc(4) });
  expect(harness.keysInstalled).toBe(2);
  expect(harness.drain(CONTROL_TYPES.user)).toMatchObject([{ subtype: 4, body: keys.body }]);
});

test("a keep-alive is sent every second while nothing arrives, and a shutdown at the end", async () => {
  const harness = new LinkHarness();
  for (const nowMs of [500, 1_000, 1_010, 1_999, 2_000]) harness.tickAt(nowMs);
  expect(harness.drain(CONTROL_TYPES.keepAlive)).toHaveLength(2);
  expect(await harness.control(CONTROL_TYPES.keepAlive)).toBe(true);
  expect(await harness.control(CONTROL_TYPES.shutdown)).toBe(false);
  harness.link.close();
  expect(harness.drain(CONTROL_TYPES.shutdown)).toHaveLength(1);
});

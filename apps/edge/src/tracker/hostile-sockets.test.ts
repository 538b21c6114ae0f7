import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { joinRequest } from "@shoal/p2p/protocol";
import * as fc from "@shoal/testkit/property";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anyMessage } from "./hostile-messages.ts";
import { TrackerHarness } from "./tracker-harness.ts";
import type { TrackerPeer } from "./tracker-peer.ts";

const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

const NO_EXPIRY = { expiresAtMs: 1e15 };

let harness: TrackerHarness;
let honestPeers: [TrackerPeer, TrackerPeer];
beforeAll(async () => {
  harness = await new TrackerHarness().start();
  honestPeers = [await harness.join("good0", NO_EXPIRY), await harness.join("good1", NO_EXPIRY)];
  for (const name of ["bad0", "bad1"]) harness.issue(name, NO_EXPIRY);
  harness.issue("elsewhere", { ...NO_EXPIRY, swarm: "w/1" });
});
afterAll(() => harness.close());

/** Opens a WebSocket without a client library that would enforce the protocol. */
async function connectRaw(): Promise<Socket> {
  const socket = connectTcp(harness.port, "localhost");
  socket.on("error", () => undefined);
  const key = Buffer.from("0123456789abcdef").toString("base64");
  socket.write(
    `GET /tracker HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await once(socket, "data");
  return socket;
}

interface RawFrame {
  /** The header byte with FIN, the reserved bits and the opcode. */
  head: number;
  isMasked: boolean;
  payload: Buffer;
}

function encodeFrame({ head, isMasked, payload }: RawFrame): Buffer {
  const { length } = payload;
  const mask = isMasked ? 0x80 : 0;
  const sizes = length < 126 ? Buffer.from([mask | length]) : Buffer.alloc(3, mask | 126);
  if (length >= 126) sizes.writeUInt16BE(length % 65_536, 1);
  // A mask of zeros leaves the payload unchanged.
  return Buffer.concat([Buffer.from([head]), sizes, Buffer.alloc(isMasked ? 4 : 0), payload]);
}
const textFrame = (text: string) =>
  encodeFrame({ head: 0x80 | OPCODES.text, isMasked: true, payload: Buffer.from(text) });

const hostileValues = { tickets: ["bad0", "bad1", "elsewhere"], peerIds: ["someone"] };
const anyMessageBytes = anyMessage(hostileValues).map((it) =>
  Buffer.isBuffer(it)
    ? encodeFrame({ head: 0x80 | OPCODES.binary, isMasked: true, payload: it })
    : textFrame(it),
);
const anyFrame = fc
  .record({
    head: fc.oneof(fc.constantFrom(...Object.values(OPCODES), 0x81, 0x88, 0x89), fc.nat(255)),
    isMasked: fc.boolean(),
    payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  })
  .map(encodeFrame);
const anyBytes = fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes));
const anyWrites = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: anyMessageBytes },
    { weight: 3, arbitrary: anyFrame },
    { weight: 1, arbitrary: anyBytes },
  ),
  { maxLength: 20 },
);
const anyFirstWrite = fc.constantFrom(
  ...hostileValues.tickets.map((ticket) => textFrame(JSON.stringify(joinRequest(ticket)))),
  Buffer.alloc(0),
);

it("the tracker serves all others whatever bytes a connection sends", async () => {
  await fc.assert(
    fc.asyncProperty(anyFirstWrite, anyWrites, async (greeting, parts) => {
      // Time passes, so that the rate limit lets honest viewers send again.
      harness.nowMs += 1_000;
      const socket = await connectRaw();
      socket.write(Buffer.concat([greeting, ...parts]));
      socket.resume().end();
      if (!socket.destroyed) await once(socket, "close");
      await Promise.all(honestPeers.map((peer) => peer.answered()));
      await expect.poll(() => harness.tracker.countPeers(), { interval: 1 }).toBe(2);
    }),
  );
  const parted = honestPeers.flatMap((peer) => peer.received("unmatched")).map(({ peer }) => peer);
  expect(honestPeers.filter(({ id }) => parted.includes(id))).toEqual([]);
});

it.each([
  ["pings", { head: 0x80 | OPCODES.ping, isMasked: true, payload: Buffer.alloc(100) }],
  ["parts of a message", { head: OPCODES.continuation, isMasked: true, payload: Buffer.alloc(1) }],
])("a client that sends endless %s is disconnected", async (_name, sent) => {
  const socket = await connectRaw();
  socket.write(textFrame(JSON.stringify(joinRequest("bad0"))));
  socket.write(encodeFrame({ head: OPCODES.text, isMasked: true, payload: Buffer.alloc(0) }));
  socket.resume().write(Buffer.concat(Array.from({ length: 1_000 }, () => encodeFrame(sent))));
  await expect.poll(() => harness.tracker.countPeers()).toBe(2);
  socket.destroy();
});

it("the queue for a viewer who does not read is bounded, and drains once they read again", async () => {
  const slow = await harness.join("slow", { ...NO_EXPIRY, swarm: "x/1" });
  const server = harness.sockets.at(-1) as Socket;
  slow.pause();
  const senders = await Promise.all(
    [0, 1, 2, 3].map((n) => harness.join(`s${n}`, { ...NO_EXPIRY, swarm: "x/1" })),
  );
  const signal = { kind: "offer", sdp: "x".repeat(15_000) } as const;
  let mostBytes = 0;
  for (let round = 0; round < 13; round++) {
    for (const sender of senders)
      for (let count = 0; count < 25; count++) sender.send({ type: "signal", to: slow.id, signal });
    await Promise.all([...senders, ...honestPeers].map((peer) => peer.answered()));
    mostBytes = Math.max(mostBytes, server.writableLength);
  }
  expect(mostBytes).toBeGreaterThan(100_000);
  expect(mostBytes).toBeLessThan(262_144);
  slow.resume();
  await slow.answered();
  expect(slow.received("signal").length).toBeLessThan(1_300);
});

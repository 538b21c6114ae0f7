import { createSocket } from "node:dgram";
import { once } from "node:events";
import { eventually } from "@shoal/testkit";
import { expect, onTestFinished, test } from "vitest";
import { LIVE_UUID, STOPPED_KEY, STOPPED_UUID, useSrt } from "../../testing/srt-harness.ts";
import { SrtDemultiplexer } from "./srt-server.ts";
import type { SrtServerOptions } from "./srt-server.types.ts";

const harness = useSrt();

test("media sent by ffmpeg over SRT arrive like an encoder's, and end when it disconnects", async () => {
  // With these settings, libsrt waits until all data is acknowledged, and drops no late packets.
  const { ended } = harness.call({ seconds: 3, more: "&linger=5&tlpktdrop=0" });
  await harness.awaitFrames(50);
  expect(await ended).toBe(0);
  await eventually(() => harness.endings.length === 1);
  expect([harness.endings, harness.faults]).toEqual([["unpublished"], []]);
  // All frames of three seconds at 25 fps arrive.
  expect(harness.countFrames()).toBe(75);
  expect(harness.counted).toEqual([{ received: expect.any(Number) as number, lost: 0, dropped: 0 }]);
});

test.each([
  ["another passphrase", { passphrase: "not-the-passphrase-of-this-live" }, "A wrong passphrase"],
  ["nothing encrypted", { passphrase: "" }, "notEncrypted"],
  ["the name of nothing", { streamId: LIVE_UUID.replace("7f", "8f") }, "No such stream"],
  ["no name", { streamId: "live/stream" }, "No such stream"],
  ["the wish to watch", { streamId: `#!::r=${LIVE_UUID},m=request` }, "No such stream"],
  ["the key of a stopped live", { streamId: STOPPED_UUID, passphrase: STOPPED_KEY }, "This live was stopped"],
])("a caller with %s is refused at once, and the key is not logged", async (_, options, detail) => {
  expect(await harness.call(options).ended).not.toBe(0);
  expect(harness.messages).toEqual([]);
  // A caller that gets no response for a quarter of a second tries again, and is rejected again.
  expect([...new Set(harness.faults)]).toEqual([detail]);
  await eventually(() => harness.server.connections === 0);
});

test("a stream id in SRT's list syntax and a shorter key are accepted", async () => {
  harness.call({ streamId: `#!::m=publish,r=${LIVE_UUID}`, more: "&pbkeylen=16" });
  await harness.awaitFrames(10);
});

test("a caller that reconnects replaces its old connection", async () => {
  await harness.restart({ silentMs: 60_000, idleMs: 60_000 });
  const first = harness.call();
  await harness.awaitFrames(10);
  first.child.kill("SIGSTOP");
  const before = harness.messages.length;
  harness.call();
  await eventually(() => harness.endings.length === 1);
  expect(harness.endings).toEqual(["replaced"]);
  await eventually(() => harness.messages.length > before + 50);
  first.child.kill("SIGCONT");
  expect(await first.ended).not.toBe(0);
  expect(harness.endings).toEqual(["replaced"]);
});

test("a caller that disappears is detected after its silence", async () => {
  await harness.restart({ silentMs: 1_500 });
  const { child } = harness.call();
  // On a busy machine, the silent caller may already have been disconnected.
  await eventually(() => harness.messages.length > 0 || harness.endings.length > 0);
  child.kill("SIGKILL");
  await eventually(() => harness.endings.length === 1);
  expect(harness.endings).toEqual(["disconnected"]);
});

test("video in another codec than H.264 is encoded again", async () => {
  harness.call({ encoding: ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"] });
  await harness.awaitFrames(25);
});

test("packets that are not SRT, and callers that never return the cookie, leave no state", async () => {
  harness.call();
  await harness.awaitFrames(5);
  const stranger = createSocket("udp4");
  const send = (bytes: Buffer) =>
    new Promise<void>((sent) => stranger.send(bytes, harness.server.port, "127.0.0.1", () => sent()));
  const conclusion = Buffer.alloc(64);
  conclusion.writeUInt16BE(0x8000, 0);
  conclusion.writeUInt32BE(5, 16);
  conclusion.writeUInt32BE(0xffff_ffff, 36);
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(15), Buffer.alloc(1_400, 0xff), conclusion])
    await send(bytes);
  const before = harness.messages.length;
  await eventually(() => harness.messages.length > before + 25);
  stranger.close();
  expect([harness.server.connections, harness.endings, harness.faults]).toEqual([1, [], []]);
});

/** Builds the first packet of a caller, a handshake of version 4. */
function inductionOf(socketId: number): Buffer {
  const words = [0x8000_0000, 0, 0, 0, 4, 2, 0, 1_500, 8_192, 1, socketId, 0, 0, 0, 0, 0];
  return Buffer.from(Uint32Array.from(words).buffer).swap32();
}

test("a datagram from port 0, to which nothing can be sent, is dropped", async () => {
  const socket = createSocket("udp4");
  const caller = createSocket("udp4");
  onTestFinished(() => void [socket, caller].map((each) => each.close()));
  await new Promise<void>((resolve) => caller.bind(0, "127.0.0.1", resolve));
  const desk = new SrtDemultiplexer(socket, { host: "127.0.0.1", port: 0 } as SrtServerOptions);
  const send = (port: number) =>
    desk.handle(inductionOf(7), { address: "127.0.0.1", port, family: "IPv4", size: 64 });
  expect(() => send(0)).not.toThrow();
  const answer = once(caller, "message");
  send(caller.address().port);
  await answer;
});

import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { fillPath, MAX_UPLOAD_BYTES, routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { sendWhole } from "../../../testing/encoding-harness.ts";

const SLOW_SENDERS = 60;
const HONEST_SENDERS = 17;
const CHUNK_BYTES = randomBytes(UPLOAD_CHUNK_BYTES);
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

interface SlowChunk {
  socket: Socket;
  /** The response, once the connection is closed. */
  answer: Promise<string>;
  /** Sends the chunk up to this fraction, and waits until it is sent. */
  send(untilPart: number): Promise<void>;
}

/** Opens a chunk on a socket of its own and sends only what precedes its bytes. */
async function openChunk(user: TestUser, uuid: string, number = 0): Promise<SlowChunk> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const answer = text(socket).catch(() => "");
  await once(socket, "connect");
  const boundary = "of-a-slow-sender";
  const checksum = createHash("sha256").update(CHUNK_BYTES).digest("hex");
  const part = (rest: string) => `--${boundary}\r\nContent-Disposition: form-data; ${rest}`;
  const start = `${part('name="checksum"')}\r\n\r\n${checksum}\r\n${part('name="video"; filename="chunk"')}\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const body = Buffer.concat([Buffer.from(start), CHUNK_BYTES, Buffer.from(end)]);
  const write = (bytes: string | Buffer) => new Promise<void>((done) => socket.write(bytes, () => done()));
  await write(
    [
      `POST ${fillPath(routes.uploadChunk.path, { uuid, chunkNumber: number })} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${user.credential}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${body.length}`,
      "Connection: close",
      "",
      start,
    ].join("\r\n"),
  );
  let at = start.length;
  return {
    socket,
    answer,
    async send(untilPart) {
      const to = Math.floor(body.length * untilPart);
      await write(body.subarray(at, to));
      at = to;
    },
  };
}

const announceFile = async (user: TestUser) =>
  (await user.call(routes.createVideo, { body: { title: "Slow", size: 2 * UPLOAD_CHUNK_BYTES } })).uuid;

test("17 slow concurrent senders are all served while 60 sockets of one user stall", async () => {
  const attacker = await api.addUser(["editor"]);
  const attacked = await announceFile(attacker);
  const attacks = await Promise.all(
    Array.from({ length: SLOW_SENDERS }, () => openChunk(attacker, attacked)),
  );
  // Most of the 60 sockets exceed the limit and are rejected unread.
  for (const attack of attacks) void attack.send(0.9);
  const people = await Promise.all(Array.from({ length: HONEST_SENDERS }, () => api.addUser(["editor"])));
  const chunks = await Promise.all(people.map(async (user) => openChunk(user, await announceFile(user))));
  // All senders send half before any of them sends the other half, so that all chunks are in progress at the same time.
  for (const part of [0.5, 1]) await Promise.all(chunks.map((chunk) => chunk.send(part)));
  const answers = await Promise.all(chunks.map(({ answer }) => answer));
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(answers.map(() => "HTTP/1.1 200"));
  for (const { socket } of attacks) socket.destroy();
});

test("a chunk beyond the maximum file size is refused if the size of the file is unknown", async () => {
  const editor = await api.addUser(["editor"]);
  const { uuid } = await editor.call(routes.createVideo, { body: { title: "Endless" } });
  const form = new FormData();
  form.append("checksum", createHash("sha256").update(CHUNK_BYTES).digest("hex"));
  form.append("video", new Blob([CHUNK_BYTES]));
  const chunkNumber = MAX_UPLOAD_BYTES / UPLOAD_CHUNK_BYTES;
  const url = api.url + fillPath(routes.uploadChunk.path, { uuid, chunkNumber });
  const headers = { authorization: `Bearer ${editor.credential}` };
  const answer = await fetch(url, { method: "POST", headers, body: form });
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: "file_too_large" }]);
  expect(await sendWhole(api, editor, uuid, CHUNK_BYTES)).toBe(200);
});

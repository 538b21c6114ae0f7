/** Attacks a platform until this process is ended. `bench/attacks.ts` starts it as a separate process. */
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fillPath, routes } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER, internalRoutes, MAX_COLLECTION_REPORTS } from "@shoal/contract/edge";
import { MALFORMED_PATHS, requestRaw } from "@shoal/testkit";
import { chunkRequest } from "./chunk-request.ts";

/** The platform under attack, and the credentials of an attacker. */
export interface AttackTarget {
  apiUrl: string;
  internalUrl: string;
  edgeUrl: string;
  internalSecret: string;
  /** The session of a malicious editor, who has a video and an upload. */
  credential: string;
  clientUuid: string;
  videoUuid: string;
  uploadUuid: string;
}

const OPEN_UPLOAD_COUNT = 20;
/** The bytes per second on each connection of a slow upload. */
const SLOW_BYTES_PER_SEC = 20_000;
const OPEN_SOCKET_COUNT = 60;
const CONCURRENCY = 4;
/** The number of concurrent password guesses, which is the maximum that the server queues. */
const CONCURRENT_GUESSES = 64;
const GUESSING_ADDRESSES = 16;
const ANGLE_BRACKETS = 40_000;
/** The number of rounds of collection reports. Two rounds make 1,000 collections. */
const ROUND_COUNT = 2;

/** Repeats an action with the given concurrency and ignores its outcome. */
function repeatAction(atOnce: number, once: (count: number) => Promise<unknown>): void {
  let count = 0;
  const each = async () => {
    for (;;) await once(count++).catch(() => delay(10));
  };
  for (let place = 0; place < atOnce; place += 1) void each();
}

const postJson = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  }).then((answer) => answer.arrayBuffer());

/** Opens a socket and sends the given bytes. If the server closes the socket, another one is opened. */
function occupySocket(origin: string, write: (send: (text: string) => void) => void): void {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.on("close", () => setTimeout(() => occupySocket(origin, write), 1_000));
  socket.resume();
  write((text) => socket.writable && socket.write(text));
}

export const ATTACKS_BY_NAME = {
  "a chapters file of 40,000 <": ({ apiUrl, credential, videoUuid }: AttackTarget) => {
    const url = apiUrl + fillPath(routes.importChapters.path, { id: videoUuid });
    const file = `WEBVTT\n\n00:00.000 --> 00:01.000\n${"<".repeat(ANGLE_BRACKETS)}\n`;
    repeatAction(CONCURRENCY, async () => {
      const body = new FormData();
      body.set("video", new Blob([file]), "chapters.vtt");
      const headers = { authorization: `Bearer ${credential}` };
      await (await fetch(url, { method: "PUT", headers, body })).arrayBuffer();
    });
  },
  "20 slow upload sockets of one editor": ({ apiUrl, credential, uploadUuid }: AttackTarget) => {
    const request = chunkRequest(uploadUuid, credential);
    for (let count = 0; count < OPEN_UPLOAD_COUNT; count += 1)
      occupySocket(apiUrl, (send) => {
        for (let second = 0; second < 60; second += 1) {
          const part = request.slice(second * SLOW_BYTES_PER_SEC, (second + 1) * SLOW_BYTES_PER_SEC);
          setTimeout(() => send(part), 1_000 * second).unref();
        }
      });
  },
  "wrong passwords, from an address each": ({ apiUrl }: AttackTarget) => {
    repeatAction(2 * CONCURRENCY, (count) =>
      postJson(
        apiUrl + routes.login.path,
        { username: `somebody-${count % 50}`, password: "Wrong-horse-1" },
        { "x-forwarded-for": `90.${count % 64}.${(count >> 6) & 255}.7` },
      ),
    );
  },
  "wrong passwords, 64 at once from 16 addresses": ({ apiUrl }: AttackTarget) => {
    // Each guess comes from one of several addresses, because an address that has guessed too often is rejected.
    repeatAction(CONCURRENT_GUESSES, (count) =>
      postJson(
        apiUrl + routes.login.path,
        { username: `somebody-${count % 50}`, password: "Wrong-horse-1" },
        { "x-forwarded-for": `91.${(count >> 9) & 255}.${count % GUESSING_ADDRESSES}.7` },
      ),
    );
  },
  "60 slow sockets": ({ apiUrl, edgeUrl }: AttackTarget) => {
    for (let count = 0; count < OPEN_SOCKET_COUNT; count += 1)
      occupySocket(count % 2 === 0 ? apiUrl : edgeUrl, (send) => {
        for (const [second, sign] of [..."GET / HTTP/1.1\r\nX-Slow: "].entries())
          setTimeout(() => send(sign), 200 * second).unref();
      });
  },
  "1,000 reported collections": ({ internalUrl, internalSecret, clientUuid }: AttackTarget) => {
    // An edge waits for the response to a report before it sends the next one.
    repeatAction(1, (round) => {
      const reports = Array.from({ length: MAX_COLLECTION_REPORTS }, (_, index) => ({
        clientId: clientUuid,
        video: `video-${index}`,
        collection: `collection-${(round % ROUND_COUNT) * MAX_COLLECTION_REPORTS + index}`,
        version: "1.0.0",
        atMs: Date.now(),
      }));
      return postJson(
        internalUrl + internalRoutes.reportCollections.path,
        { reports },
        { [INTERNAL_SECRET_HEADER]: internalSecret },
      );
    });
  },
  "malformed paths": ({ apiUrl, edgeUrl }: AttackTarget) => {
    const paths = Object.values(MALFORMED_PATHS);
    repeatAction(2 * CONCURRENCY, (count) =>
      requestRaw(count % 2 === 0 ? apiUrl : edgeUrl, paths[(count >> 1) % paths.length] ?? "/%zz"),
    );
  },
} as const;
export type AttackName = keyof typeof ATTACKS_BY_NAME;

if (process.send && process.argv[1] === import.meta.filename)
  process.once("message", ({ name, target }: { name: AttackName; target: AttackTarget }) => {
    ATTACKS_BY_NAME[name](target);
    process.send?.("attacks");
  });

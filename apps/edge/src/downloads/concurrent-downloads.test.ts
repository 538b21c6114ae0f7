import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { eventually } from "@shoal/testkit";
import { signDownload } from "@shoal/tokens";
import fastify from "fastify";
import { expect, it } from "vitest";
import { registerErrors } from "../platform/errors.ts";
import { ConcurrentDownloads } from "./concurrent-downloads.ts";
import { type DownloadRoutesOptions, registerDownloadRoutes } from "./downloads.routes.ts";

/** A stream that closes like an HTTP response. */
const createAnswer = () => new PassThrough() as unknown as ServerResponse;
const waitUntilClosed = (res: ServerResponse) =>
  new Promise((resolve) => {
    res.once("close", resolve);
    res.destroy();
  });

it("refuses an address beyond its limit with a retry delay, and no other address", async () => {
  const underWay = new ConcurrentDownloads({ perAddress: 2 });
  const answers = [createAnswer(), createAnswer(), createAnswer()] as const;
  underWay.enter("192.0.2.1", answers[0]);
  underWay.enter("192.0.2.1", answers[1]);
  const refusal = { code: "too_many_requests", retryAfterSec: 5 };
  expect(() => underWay.enter("192.0.2.1", createAnswer())).toThrow(expect.objectContaining(refusal));
  underWay.enter("192.0.2.2", answers[2]);
  await waitUntilClosed(answers[0]);
  underWay.enter("192.0.2.1", createAnswer());
  expect(() => underWay.enter("192.0.2.1", createAnswer())).toThrow(expect.objectContaining(refusal));
});

it("counts the IPv6 network of a subscriber as one address", () => {
  const underWay = new ConcurrentDownloads({ perAddress: 1 });
  underWay.enter("2001:db8::1", createAnswer());
  expect(() => underWay.enter("2001:db8::2", createAnswer())).toThrow();
  underWay.enter("2001:db8:0:1::1", createAnswer());
});

it("forgets responses that have ended", async () => {
  const underWay = new ConcurrentDownloads();
  const [open, over] = [createAnswer(), createAnswer()];
  underWay.enter("192.0.2.1", open);
  await Promise.all([waitUntilClosed(open), waitUntilClosed(over)]);
  underWay.enter("192.0.2.1", over);
  expect([underWay.addresses, underWay.total]).toEqual([0, 0]);
});

it("the address with the most downloads loses its newest one to an address with fewer when the edge is full", () => {
  const underWay = new ConcurrentDownloads({ perAddress: 3, total: 4 });
  const greedy = [createAnswer(), createAnswer(), createAnswer()];
  for (const each of greedy) underWay.enter("192.0.2.1", each);
  underWay.enter("192.0.2.2", createAnswer());
  underWay.enter("192.0.2.3", createAnswer());
  expect(greedy.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  // Each of the two addresses has one download, so none has two more than the requester.
  const refusal = { code: "unavailable", retryAfterSec: 5 };
  expect(() => underWay.enter("192.0.2.2", createAnswer())).toThrow(expect.objectContaining(refusal));
  underWay.enter("192.0.2.4", createAnswer());
  expect(() => underWay.enter("192.0.2.5", createAnswer())).toThrow(expect.objectContaining(refusal));
  expect([underWay.addresses, underWay.total]).toEqual([4, 4]);
});

it("an aborted download is removed only once", async () => {
  const underWay = new ConcurrentDownloads({ total: 2 });
  const given = createAnswer();
  const close = new Promise((resolve) => given.once("close", resolve));
  underWay.enter("192.0.2.1", createAnswer());
  underWay.enter("192.0.2.1", given);
  underWay.enter("192.0.2.2", createAnswer());
  await close;
  expect(underWay.total).toBe(2);
});

it("the route checks the limit before it looks up anything", async () => {
  const app = fastify({ routerOptions: { maxParamLength: 300 } });
  registerErrors(app);
  let lookups = 0;
  const nobodyAnswers = {
    find: () => {
      lookups += 1;
      return new Promise<never>(() => undefined);
    },
  };
  const internalSecret = "s".repeat(32);
  registerDownloadRoutes(app, {
    internalSecret,
    addressOf: ({ headers }: IncomingMessage) => String(headers["x-test-address"]),
    descriptors: { videos: nobodyAnswers },
    underWay: new ConcurrentDownloads({ perAddress: 1 }),
  } as unknown as DownloadRoutesOptions);
  const claims = { audience: "owner" as const, uuid: randomUUID(), userUuid: randomUUID() };
  const token = signDownload({ ...claims, expiresAtMs: Date.now() + 60_000 }, internalSecret);
  const request = (address: string) =>
    app.inject({ url: `/download/${token}/v0.mp4`, headers: { "x-test-address": address } });
  // `inject` sends the request only once the promise it returns is awaited.
  for (const address of ["192.0.2.1", "192.0.2.2"]) void request(address).then(() => undefined);
  await eventually(() => expect(lookups).toBe(2));
  const refused = await request("192.0.2.1");
  expect([refused.statusCode, refused.headers["retry-after"], lookups]).toEqual([429, "5", 2]);
});

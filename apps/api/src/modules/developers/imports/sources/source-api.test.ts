import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { FetchError } from "@shoal/safe-fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SourceFailed, TryLater } from "./import-source.ts";
import { parseAnswer, requestTextWith, retryAfterMs, SourceNotFound } from "./source-api.ts";

let server: Server;
let answer: RequestListener;
let seenUrls: string[];
beforeAll(async () => {
  server = createServer((request, response) => {
    seenUrls.push(`${request.url} ${request.headers.authorization ?? ""}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const serverUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const fetchText = (headers?: Record<string, string>, isPrivateAllowed = true) => {
  seenUrls = [];
  return requestTextWith({ isPrivateAllowed, ports: "any" })(`${serverUrl()}/a`, headers ? { headers } : {});
};
const catchRefusal = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => "answered",
    (error: unknown) => error,
  );
const withStatus = (status: number, headers = {}) => {
  answer = (_, response) => response.writeHead(status, headers).end();
  return catchRefusal(fetchText());
};

test("temporary faults are retried when the source states, and a refusal differs from a missing resource", async () => {
  expect(await withStatus(429, { "retry-after": "7" })).toMatchObject({ waitMs: 7_000, isFault: true });
  expect(await withStatus(503)).toBeInstanceOf(TryLater);
  expect(await withStatus(401)).toMatchObject({ fault: "source_refused" });
  expect(await withStatus(404)).toBeInstanceOf(SourceNotFound);
  expect(await withStatus(418)).toMatchObject({ fault: "source_unreadable" });
  answer = (_, response) => response.destroy();
  expect(await catchRefusal(fetchText())).toBeInstanceOf(TryLater);
});

test("requests with credentials do not follow redirects, and internal addresses are not requested", async () => {
  answer = (request, response) =>
    request.url === "/a" ? response.writeHead(302, { location: "/b" }).end() : response.end("b");
  expect(await fetchText()).toBe("b");
  expect(await catchRefusal(fetchText({ authorization: "bearer t" }))).toBeInstanceOf(SourceFailed);
  expect(seenUrls).toEqual(["/a bearer t"]);
  expect(await catchRefusal(fetchText({}, false))).toBeInstanceOf(FetchError);
  expect(seenUrls).toEqual([]);
});

test("an endless response is given up", async () => {
  answer = (_, response) => {
    const piece = Buffer.alloc(1_000_000);
    const write = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once("drain", write);
    };
    write();
  };
  expect(await catchRefusal(fetchText())).toMatchObject({ fault: "source_unreadable" });
  expect(() => parseAnswer("<html>")).toThrow(SourceFailed);
});

test.each([
  ["2", 2_000],
  ["Thu, 01 Jan 1970 00:00:05 GMT", 5_000],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["999999", 3_600_000],
  ["soon", undefined],
  [undefined, undefined],
])("Retry-After %s is %s ms", (header, waitMs) => {
  expect(retryAfterMs(header, 0)).toBe(waitMs);
});

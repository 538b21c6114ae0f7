import { once } from "node:events";
import { createServer, get, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { callContinuously, eventually } from "@shoal/testkit";
import { expect, test } from "vitest";
import { drainOf } from "./drain.ts";

async function startServer(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
const createCloser = (server: Server) => () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
/** A limit far below the 72 s for which frameworks keep idle connections. */
const MAX_DRAIN_MS = 5_000;

test("a server shuts down under load without losing a call, even on keep-alive connections", async () => {
  const { server, url } = await startServer(
    (_, res) => void setTimeout(() => res.end("ok"), Math.random() * 30),
  );
  const drain = drainOf(server);
  const calls = callContinuously(url, { callers: 30 });
  await eventually(() => (calls.answered.get(200) ?? 0) > 300);
  const startedMs = performance.now();
  await Promise.all([drain.close(createCloser(server)), calls.done]);
  expect(performance.now() - startedMs).toBeLessThan(MAX_DRAIN_MS);
  expect(calls.failures).toEqual([]);
  expect([...calls.answered.keys()]).toEqual([200]);
});

test("an idle keep-alive connection does not delay the shutdown", async () => {
  const { server, url } = await startServer((_, res) => res.end("ok"));
  const drain = drainOf(server, { lingerMs: 0 });
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: here\r\n\r\n");
  await once(socket, "data");
  const ended = once(socket, "close");
  await drain.close(createCloser(server));
  await ended;
});

test("a connection that never sent anything does not delay the shutdown", async () => {
  const { server, url } = await startServer((_, res) => res.end("ok"));
  const drain = drainOf(server, { lingerMs: 0 });
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(server, "connection");
  const ended = once(socket, "close");
  await drain.close(createCloser(server));
  await ended;
});

test("a response in progress is sent completely, and its connection ends with it", async () => {
  const finish = Promise.withResolvers<void>();
  const { server, url } = await startServer((_, res) => {
    res.write("first");
    void finish.promise.then(() => res.end(" and last"));
  });
  const drain = drainOf(server, { lingerMs: 0 });
  const [answer] = await once(get(url), "response");
  const closed = drain.close(createCloser(server));
  expect(drain.isClosing).toBe(true);
  finish.resolve();
  let text = "";
  for await (const part of answer) text += String(part);
  expect(text).toBe("first and last");
  await closed;
});

test("a call without a response is aborted at its timeout", async () => {
  const { server, url } = await startServer(() => undefined);
  const drain = drainOf(server, { lingerMs: 0, cutAfterMs: 50 });
  const asked = get(url);
  const cut = once(asked, "response").then(
    () => "answered",
    (error: NodeJS.ErrnoException) => error.code,
  );
  await once(server, "request");
  await drain.close(createCloser(server));
  expect(await cut).toBe("ECONNRESET");
});

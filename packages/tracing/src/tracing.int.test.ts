import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { currentTrace, inJobSpan, nameSpanByRoute, splitTrace } from "./spans.ts";
import { withTracing } from "./with-tracing.ts";

const SECRET_HEADER = { header: "x-inner", value: "a secret of the installation" };
const OUTSIDE_TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: async () => void server.close() };
}

it("a call is traced through a process and a job, without anything from other callers' headers or from addresses", async () => {
  const sent: Buffer[] = [];
  const collector = await startServer(async (request, response) => {
    sent.push(await buffer(request));
    response.writeHead(200).end();
  });
  const options = { service: "api", endpoint: collector.url, ratio: 1, secret: SECRET_HEADER };
  const seen: Record<string, string | undefined> = {};
  const traced = await withTracing(options, () =>
    startServer(async (request, response) => {
      const path = new URL(request.url ?? "/", "http://api").pathname;
      await nameSpanByRoute({ method: "GET", routeOptions: { url: `/of${path}` } });
      seen[path] = currentTrace().traceparent;
      seen[`${path} was told`] = request.headers.traceparent as string | undefined;
      response.end();
    }),
  );
  const idOf = (name: string) => seen[name]?.split("-")[1];

  await fetch(`${traced.url}/stranger`, {
    headers: { traceparent: `00-${OUTSIDE_TRACE_ID}-b7ad6b7169203331-01` },
  });
  await fetch(`${traced.url}/first?token=very-private`);
  const job = splitTrace({ videoUuid: "v", traceparent: seen["/first"] });
  expect(job.payload).toEqual({ videoUuid: "v" });
  await inJobSpan("make-thumbnail", job.parent, async () => {
    await fetch(`${traced.url}/inner`, { headers: { [SECRET_HEADER.header]: SECRET_HEADER.value } });
    await fetch(`${traced.url}/of-others`);
  });
  const failure = inJobSpan("cut", {}, () => Promise.reject(new Error("The disk is full")));
  await expect(failure).rejects.toThrow("The disk is full");
  await traced.close();
  await collector.close();

  expect(idOf("/inner")).toBe(idOf("/first"));
  expect(idOf("/stranger")).not.toBe(OUTSIDE_TRACE_ID);
  expect(seen["/of-others was told"]).toBeUndefined();
  const text = Buffer.concat(sent).toString("latin1");
  for (const name of ["GET /of/first", "make-thumbnail", "The disk is full"]) expect(text).toContain(name);
  for (const secret of ["very-private", "127.0.0.1", SECRET_HEADER.value]) expect(text).not.toContain(secret);
});

it("without a collector, nothing is traced and jobs carry no trace", async () => {
  const started = { close: async () => undefined };
  const options = { service: "api", endpoint: undefined, ratio: 1, secret: SECRET_HEADER };
  expect(await withTracing(options, async () => started)).toBe(started);
  expect(splitTrace({ videoUuid: "v" })).toEqual({ payload: { videoUuid: "v" }, parent: {} });
});

import Fastify from "fastify";
import { expect, it } from "vitest";
import { serveDocument } from "./serve-document.ts";

it("the document is built once for concurrent calls, and compressed for callers that accept this", async () => {
  let made = 0;
  const app = Fastify();
  serveDocument(app, "/document", () => {
    made += 1;
    return { words: "much the same ".repeat(500) };
  });
  const request = (headers: Record<string, string> = {}) => app.inject({ url: "/document", headers });
  const answers = await Promise.all(Array.from({ length: 20 }, () => request()));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body.length}`)).size).toBe(1);
  const plain = await request({ "accept-encoding": "br;q=0, gzip;q=0" });
  const small = await request({ "accept-encoding": "gzip, deflate, br;q=0.5" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(small.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
  expect(small.headers.etag).toBe(plain.headers.etag);
  expect(made).toBe(1);
  await app.close();
});

it("callers that have the document get a 304", async () => {
  const app = Fastify();
  serveDocument(app, "/document", () => ({ is: "constant" }));
  const { headers } = await app.inject("/document");
  const known = { "if-none-match": `"another", ${headers.etag}` };
  const again = await app.inject({ url: "/document", headers: known });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect((await app.inject({ url: "/document", headers: { "if-none-match": '"x"' } })).statusCode).toBe(200);
  await app.close();
});

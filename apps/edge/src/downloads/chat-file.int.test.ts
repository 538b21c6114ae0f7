import { randomBytes, randomUUID } from "node:crypto";
import { chatFileOf, chatPreviewOf } from "@shoal/contract/edge";
import { signChatFile } from "@shoal/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
});
afterAll(() => harness?.close());

const fileBytes = randomBytes(600_000);
async function createLink(name = "Étalonnage.pdf", mediaType = "application/pdf") {
  const file = { uuid: randomUUID(), mediaType, name };
  await harness.store.put(chatFileOf(file.uuid), fileBytes);
  const token = signChatFile(file, harness.config.internalSecret, Date.now());
  return { file, url: `${harness.edge.url}/chat-files/${token}?name=${encodeURIComponent(name)}` };
}
const bytesOfResponse = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a message's file is served as a download, whole and in ranges", async () => {
  const { url } = await createLink();
  const whole = await fetch(url);
  expect(await bytesOfResponse(whole)).toEqual(fileBytes);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-length": "600000",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-disposition": `attachment; filename="Etalonnage.pdf"; filename*=UTF-8''%C3%89talonnage.pdf`,
  });
  const part = await fetch(url, { headers: { range: "bytes=299990-300009" } });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe("bytes 299990-300009/600000");
  expect(await bytesOfResponse(part)).toEqual(fileBytes.subarray(299_990, 300_010));
  expect((await fetch(url, { headers: { range: "bytes=600000-" } })).status).toBe(416);
  const etag = whole.headers.get("etag") ?? "";
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  const head = await fetch(url, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe("600000");
});

test("the link of a file also opens its thumbnail, once there is one", async () => {
  const { file, url } = await createLink("film.mp4", "video/mp4");
  const small = url.replace("?name=", "/preview?name=");
  expect((await fetch(small)).status).toBe(404);
  await harness.store.put(chatPreviewOf(file.uuid), fileBytes.subarray(0, 900));
  const answer = await fetch(small);
  expect(await bytesOfResponse(answer)).toEqual(fileBytes.subarray(0, 900));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, max-age=86400, immutable",
  });
  expect(answer.headers.get("etag")).not.toBe((await fetch(url)).headers.get("etag"));
  expect((await fetch(small.replace("film.mp4", "other.mp4"))).status).toBe(403);
});

test("a link that is forged, has another name, or is for a deleted file is refused", async () => {
  const { file, url } = await createLink();
  const statusOf = async (address: string) => (await fetch(address)).status;
  expect(await statusOf(url.replace(/name=.*/, "name=other.html"))).toBe(403);
  expect(await statusOf(url.replace(file.uuid, randomUUID()))).toBe(403);
  expect(await statusOf(`${harness.edge.url}/chat-files/nothing?name=x`)).toBe(403);
  await harness.store.remove(chatFileOf(file.uuid));
  expect(await statusOf(url)).toBe(404);
});

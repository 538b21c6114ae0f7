import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFaultyProxy } from "@shoal/testkit/faulty-proxy";
import { startRadosgw, type TestRadosgw } from "@shoal/testkit/radosgw";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { describeStoreContract } from "../testing/store-contract.ts";
import { parseS3Location } from "./s3-location.ts";
import { S3Store } from "./s3-store.ts";

let gateway: TestRadosgw;
let bucketCount = 0;
beforeAll(async () => {
  gateway = await startRadosgw();
});
afterAll(() => gateway?.close());

/** Opens a new bucket. */
async function openBucket(
  cache?: Parameters<typeof S3Store.open>[1]["cache"],
  endpoint = gateway.endpoint,
): Promise<S3Store> {
  const address = await gateway.addBucket(`bucket-${++bucketCount}`);
  const [own, wanted] = [gateway.endpoint, endpoint].map(encodeURIComponent);
  const location = parseS3Location(address.replace(own ?? "", wanted ?? ""));
  return S3Store.open(location, { credentials: gateway.credentials, cache });
}

describeStoreContract("a bucket of radosgw", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shoal-store-"));
  const store = await openBucket({ folder: join(folder, "cache"), maxBytes: 10_000_000, hasReads: false });
  return {
    store,
    async close() {
      store.close();
      await rm(folder, { recursive: true });
    },
  };
});

it("all parts of a block are kept with several concurrent writers", async () => {
  const store = await openBucket();
  const texts = ["0", "1", "2", "3", "4"].map((digit) => digit.repeat(10));
  await Promise.all(texts.map((text, n) => store.writeAt("uploads/source", n * 10, Buffer.from(text))));
  expect(Buffer.from(await store.read("uploads/source")).toString()).toBe(texts.join(""));
  store.close();
});

it("a file is stored although responses to its start, parts and completion are lost, and leaves no upload behind", async () => {
  const proxy = await startFaultyProxy(gateway.endpoint);
  onTestFinished(() => proxy.close());
  const store = await openBucket(undefined, proxy.endpoint);
  const bytes = randomBytes(20_000_000);
  const path = join(await mkdtemp(join(tmpdir(), "shoal-store-")), "large.mp4");
  await writeFile(path, bytes);
  const lost = new Set<string>();
  proxy.fault = ({ method = "", url = "" }) => {
    const kind =
      /partNumber=\d+/.exec(url)?.[0] ?? (url.includes("uploadId") ? `${method} uploadId` : method);
    if (lost.has(kind)) return undefined;
    lost.add(kind);
    return "answer-lost";
  };
  await store.putFile("large.mp4", path);
  expect(bytes.equals(await store.read("large.mp4"))).toBe(true);
  expect([...lost]).toContain("POST uploadId");
  // The upload whose first response was lost has no parts. It is removed after a day.
  expect(await store.sweep(Date.now() + 25 * 3_600_000)).toBe(1);
  expect(await store.sweep(Date.now() + 25 * 3_600_000)).toBe(0);
  store.close();
});

it("the client waits for a store that takes five seconds for each request", async () => {
  const proxy = await startFaultyProxy(gateway.endpoint);
  onTestFinished(() => proxy.close());
  const store = await openBucket(undefined, proxy.endpoint);
  proxy.fault = () => ({ afterMs: 5_000 });
  await store.put("a.m4s", Buffer.from("bytes"));
  expect(Buffer.from(await store.read("a.m4s")).toString()).toBe("bytes");
  store.close();
});

it("a copy is stored once, and recognised until it is overwritten", async () => {
  const store = await openBucket();
  const stream = async function* () {
    yield Buffer.from("copy");
  };
  const copy = { sizeBytes: 4, workFolder: tmpdir(), stream };
  expect([await store.adopt("a.m4s", copy), await store.adopt("a.m4s", copy)]).toEqual([true, false]);
  expect(await store.isAdopted("a.m4s")).toBe(true);
  await store.put("a.m4s", Buffer.from("own"));
  expect(await store.isAdopted("a.m4s")).toBe(false);
  store.close();
});

it("more than a page of objects can be removed and listed", async () => {
  const store = await openBucket();
  for (let n = 0; n < 1_100; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, m) => store.put(`many/${n + m}.m4s`, Buffer.from("a"))));
  let count = 0;
  for await (const { name } of store.list("many/")) if (name) count++;
  expect(count).toBe(1_100);
  await store.remove("many/");
  for await (const { name } of store.list()) expect(name).toBe("");
  store.close();
});

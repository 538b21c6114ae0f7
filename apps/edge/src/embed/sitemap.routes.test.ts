import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import type { Descriptors } from "../playback/descriptors.ts";
import { Watchables } from "../playback/watchables.ts";
import { createClientDescriptor, descriptorOf } from "../testing/edge-harness.ts";
import { registerSitemaps } from "./sitemap.routes.ts";

const CLIENT_UUID = randomUUID();
const client = createClientDescriptor(CLIENT_UUID);

/** Serves a sitemap of these videos at an edge whose cache keeps none of them. */
async function openSitemap(videos: ReadonlyMap<string, PlaybackDescriptor>) {
  const body = JSON.stringify({ uuids: [...videos.keys()], pageCount: 1 });
  const list = createServer((_, res) => res.setHeader("content-type", "application/json").end(body)).listen(
    0,
    "127.0.0.1",
  );
  await once(list, "listening");
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    list.closeAllConnections();
    list.close();
  });
  const descriptors = {
    clients: { find: async () => client },
    videos: { lastKnown: () => undefined, find: async (uuid: string) => videos.get(uuid) },
  } as unknown as Descriptors;
  registerSitemaps(app, {
    publicUrl: "https://watch.example.org",
    apiUrl: `http://127.0.0.1:${(list.address() as AddressInfo).port}`,
    internalSecret: "secret",
    watchables: new Watchables(descriptors),
    descriptors,
  });
  return async () => (await app.inject(`/sitemaps/${CLIENT_UUID}.xml`)).body;
}

test.each<[string, Partial<PlaybackDescriptor> | undefined]>([
  ["no longer exists", undefined],
  ["has a password", { passwordHash: "scrypt" }],
  ["has a rule that keeps someone out", { rules: { custom: { authorizedCountries: ["FR"] } } }],
])("a sitemap no longer has a video that %s, even if the edge's cache has evicted it", async (_, changes) => {
  const [kept, changed] = [descriptorOf({ clientId: CLIENT_UUID }), descriptorOf({ clientId: CLIENT_UUID })];
  const videos = new Map([kept, changed].map((video) => [video.uuid, video]));
  const read = await openSitemap(videos);
  expect(await read()).toContain(changed.uuid);
  if (changes) videos.set(changed.uuid, { ...changed, ...changes });
  else videos.delete(changed.uuid);
  await eventually(async () => expect(await read()).not.toContain(changed.uuid));
  expect(await read()).toContain(kept.uuid);
});

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { PLAYER_ALLOWANCES } from "@shoal/domain";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await mkdir(join(harness.folder, "assets"));
  await writeFile(join(harness.folder, "assets/index-abcdef12.js"), "export {};");
  const small = brotliCompressSync("export const kind = 'compressed';");
  await writeFile(join(harness.folder, "assets/index-abcdef12.js.br"), small);
});
afterAll(() => harness.close());
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${harness.edge.url}${path}`, { headers });

describe("the player page", () => {
  it.each(["embed", "v"])("/%s may be framed anywhere and runs no inline script", async (room) => {
    const response = await get(`/${room}/${randomUUID()}`);
    expect([response.status, response.headers.get("x-frame-options")]).toEqual([200, null]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors *");
    expect(policy).toContain("script-src 'self';");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const permissions = response.headers.get("permissions-policy")?.split(", ");
    // The policy allows exactly the features that the player requests from the embedding page.
    for (const name of PLAYER_ALLOWANCES.split("; ")) expect(permissions).toContain(`${name}=(self)`);
    for (const name of ["camera", "microphone", "display-capture", "geolocation"])
      expect(permissions).toContain(`${name}=()`);
    expect(await response.text()).toContain("/player/assets/");
  });

  it("redirects a uuid of another installation to the imported video, unless a video has that uuid here", async () => {
    const [old, link, now] = [randomUUID(), randomUUID(), randomUUID()];
    harness.api.moved.set(old, { kind: "video", uuid: now });
    harness.api.moved.set(link, { kind: "link", uuid: now });
    const leadsTo = async (path: string) => {
      const { status, headers } = await fetch(`${harness.edge.url}${path}`, { redirect: "manual" });
      return status === 302 ? headers.get("location") : status;
    };
    expect(await leadsTo(`/embed/${old}?autoplay=1`)).toBe(`/embed/${now}?autoplay=1`);
    expect(await leadsTo(`/v/${old}`)).toBe(`/v/${now}`);
    expect(await leadsTo(`/x/${link}`)).toBe(`/x/${now}`);
    expect(await leadsTo(`/x/${link}/embed`)).toBe(`/x/${now}/embed`);
    expect(await leadsTo(`/embed/${link}`)).toBe(200);
    const { uuid } = await harness.publish();
    harness.api.moved.set(uuid, { kind: "video", uuid: now });
    expect(await leadsTo(`/embed/${uuid}`)).toBe(200);
  });

  it("returns 404 for an invalid uuid", async () => {
    expect((await get("/embed/x")).status).toBe(400);
  });

  it("caches hashed files forever and others for minutes", async () => {
    const hashed = await get("/player/assets/index-abcdef12.js");
    expect(hashed.headers.get("cache-control")).toContain("immutable");
    expect((await get("/player/index.html")).headers.get("cache-control")).toBe("public, max-age=300");
  });
});

describe("a file with a precompressed copy", () => {
  it("is sent compressed to clients that accept the encoding", async () => {
    const sent = await get("/player/assets/index-abcdef12.js", { "accept-encoding": "br" });
    expect(sent.headers.get("content-encoding")).toBe("br");
    expect(sent.headers.get("cache-control")).toContain("immutable");
    expect(sent.headers.get("content-type")).toContain("javascript");
    expect(await sent.text()).toContain("compressed");
    const plain = await get("/player/assets/index-abcdef12.js", { "accept-encoding": "identity" });
    expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, "export {};"]);
    for (const { headers } of [sent, plain])
      expect(headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
  });
});

describe("the operator", () => {
  it("sees readiness and metrics at an address that is not public", async () => {
    const inside = (path: string) => fetch(harness.edge.internalUrl + path);
    expect(await (await inside("/readyz")).json()).toMatchObject({ status: "ready", spoolBytes: 0 });
    expect(await (await inside("/metrics")).text()).toContain("shoal_edge_spool_bytes 0");
    const authorization = `Bearer ${harness.config.internalSecret}`;
    for (const path of ["/readyz", "/metrics"]) expect((await get(path, { authorization })).status).toBe(404);
    expect((await get("/healthz")).status).toBe(200);
  });

  it("has a root page and robots.txt", async () => {
    expect((await get("/")).headers.get("content-type")).toContain("text/html");
    expect(await (await get("/robots.txt")).text()).toContain("Disallow");
  });
});

describe("an address with too many lookups", () => {
  it("is refused with 429, except for known videos", async () => {
    const own = await startEdgeHarness({ lookupsPerMinute: 3 });
    try {
      const video = await own.publish();
      const paths = ["/thumbnails/", "/v/", "/x/"].map((path) => `${path}${crypto.randomUUID()}`);
      for (const path of paths) expect((await fetch(own.edge.url + path)).status).not.toBe(429);
      for (const path of [...paths, "/oembed"]) expect((await fetch(own.edge.url + path)).status).toBe(429);
      expect((await own.play(video.uuid)).uuid).toBe(video.uuid);
      const embed = (uuid: string) => fetch(`${own.edge.url}/embed/${uuid}`);
      expect((await embed(video.uuid)).status).toBe(200);
      expect((await embed(crypto.randomUUID())).status).toBe(429);
    } finally {
      await own.close();
    }
  });

  it("gets pictures that the edge has in memory, but searches the media store for no others", async () => {
    const own = await startEdgeHarness({ lookupsPerMinute: 2 });
    try {
      const nameOf = (uuid: string) => `pictures/${uuid}/${"0".repeat(32)}-640.webp`;
      const name = nameOf(crypto.randomUUID());
      await mkdir(join(own.config.mediaStore, dirname(name)), { recursive: true });
      await writeFile(join(own.config.mediaStore, name), "picture");
      const get = async (path: string) => (await fetch(`${own.edge.url}/${path}`)).status;
      expect(await get(name)).toBe(200);
      expect(await get(nameOf(crypto.randomUUID()))).toBe(404);
      expect(await get(nameOf(crypto.randomUUID()))).toBe(429);
      expect(await get(name)).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe("tracker sockets", () => {
  const openAt = async ({ edge }: EdgeHarness) => {
    const socket = new WebSocket(`${edge.url.replace("http", "ws")}/tracker`);
    const [event] = await Promise.race([once(socket, "open").then(() => ["open"]), once(socket, "error")]);
    return { socket, outcome: event === "open" ? "open" : String(event) };
  };

  it("are limited by address and freed when they close", async () => {
    const own = await startEdgeHarness({ trackerSocketsPerAddress: 3 });
    try {
      const open = () => openAt(own);
      const held = await Promise.all([open(), open(), open()]);
      expect(held.map(({ outcome }) => outcome)).toEqual(["open", "open", "open"]);
      expect((await open()).outcome).toContain("429");
      held[0]?.socket.close();
      await eventually(async () => expect((await open()).outcome).toBe("open"));
    } finally {
      await own.close();
    }
  });

  it("are refused at other paths", async () => {
    const socket = new WebSocket(`${harness.edge.url.replace("http", "ws")}/other`);
    const [error] = await once(socket, "error");
    expect(String(error)).toContain("404");
  });
});

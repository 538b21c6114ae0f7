import { randomUUID } from "node:crypto";
import { cp, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ConfigDescriptor } from "@shoal/contract/edge";
import { PLUGIN_SAMPLES } from "@shoal/domain/plugin-sample";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

const SAMPLES_FOLDER = resolve(import.meta.dirname, "../../../../packages/sdk/samples");
const MANIFEST_URL = "https://cdn.shop.example/film.m3u8?sig=1";
let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await mkdir(join(harness.folder, "samples"));
  await cp(SAMPLES_FOLDER, join(harness.folder, "samples"), { recursive: true });
});
afterAll(() => harness.close());

function addKey(changes: Partial<ConfigDescriptor> = {}): string {
  const [key, clientId] = [randomUUID(), randomUUID()];
  harness.api.setClient(createClientDescriptor(clientId));
  harness.api.setConfig({
    key,
    uuid: randomUUID(),
    clientId,
    revision: 1,
    rules: {},
    sites: [],
    isRevoked: false,
    ...changes,
  });
  return key;
}

const openSample = (player: string, query: Record<string, string>) =>
  fetch(`${harness.edge.url}/samples/${player}?${new URLSearchParams(query)}`);

it.each(PLUGIN_SAMPLES)(
  "the sample for %s contains its key, manifest, edge and the overlay",
  async (player) => {
    const key = addKey();
    const response = await openSample(player, { key, manifest: MANIFEST_URL, lang: "fr" });
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain(`"${key}"`);
    expect(page).toContain(`"${MANIFEST_URL}"`);
    expect(page).toContain('<html lang="fr">');
    expect(page).toContain('src="https://play.example.com/plugin/shoal-overlay.js"');
    expect(page).not.toMatch(/your-key|edge\.example\.com|cdn\.example\.net/);
    expect(response.headers.get("content-security-policy")).toContain("script-src https://play.example.com");
    expect(response.headers.get("permissions-policy")).toContain("fullscreen=(self)");
    expect(response.headers.get("permissions-policy")).toContain("camera=()");
  },
);

it("only scripts of the page itself can run in it", async () => {
  const response = await openSample("hls", {
    key: addKey(),
    manifest: 'https://cdn.example.net/"+alert(1)+"</script>',
  });
  const page = await response.text();
  expect(page).not.toContain('"+alert');
  expect(page.match(/<\/script>/g)).toHaveLength(6);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy.match(/'sha256-/g)).toHaveLength(2);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

it("only the page of a player that compiles code allows unsafe-eval", async () => {
  const policyOf = async (player: string) =>
    (await openSample(player, { key: addKey(), manifest: MANIFEST_URL })).headers.get(
      "content-security-policy",
    );
  expect(await policyOf("clappr")).toMatch(/script-src[^;]*'unsafe-eval'/);
  for (const player of PLUGIN_SAMPLES.filter((name) => name !== "clappr"))
    expect(await policyOf(player)).not.toContain("unsafe-eval");
});

it.each([
  ["an unknown key", () => randomUUID()],
  ["a revoked key", () => addKey({ isRevoked: true })],
  ["a key that another has replaced, after its grace", () => addKey({ endsAtMs: Date.now() - 1 })],
  ["what is no key", () => "your-key"],
])("%s is answered with a readable explanation", async (_, keyOf) => {
  const english = await openSample("hls", { key: keyOf(), manifest: MANIFEST_URL });
  expect([english.status, await english.text()]).toEqual([
    404,
    expect.stringContaining("No config with this key"),
  ]);
  const french = await openSample("hls", { key: keyOf(), manifest: MANIFEST_URL, lang: "fr" });
  expect([french.status, await french.text()]).toEqual([404, expect.stringContaining("Aucune config")]);
});

it("an unknown player and an invalid manifest address are refused", async () => {
  const key = addKey();
  expect((await openSample("nothing", { key, manifest: MANIFEST_URL })).status).toBe(404);
  const response = await openSample("hls", { key, manifest: "javascript:alert(1)" });
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ fields: [{ path: "manifest", reason: "must be an http or https URL" }] }),
  ]);
});

import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import type { RuleSettings } from "@shoal/contract";
import type { ClientDescriptor } from "@shoal/contract/edge";
import type { PluginSession } from "@shoal/contract/player";
import { METERED_HOURS_DDL, ROBOT_MINUTES_DDL, SESSION_MINUTES_DDL } from "@shoal/contract/stored-data";
import { beaconMinute, eventually, makeTokenSigner, signToken, VIEWER_AGENT } from "@shoal/testkit";
import { acquireAnalytics, type TestAnalytics } from "@shoal/testkit/engines";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

/** The lowest limits per network and client that the config allows: less than a session can load in a tenth of a second. */
const MIN_LIMIT_BYTES = 10_000;
const CLAIMED_BYTES = 1_000_000_000;

let folder: string;
let clickhouse: TestAnalytics;
let harness: EdgeHarness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-usual-"));
  clickhouse = await acquireAnalytics(folder);
  const client = createClient({ url: clickhouse.url });
  for (const query of [SESSION_MINUTES_DDL, ROBOT_MINUTES_DDL, METERED_HOURS_DDL])
    await client.command({ query });
  await client.close();
  harness = await startEdgeHarness({
    clickhouseUrl: clickhouse.url,
    billing: {
      elsewhereBps: 8_000_000,
      sessionsPerAddress: 500,
      bytesPerAddress: 100_000_000_000,
      bytesPerKey: 20_000_000_000_000,
      bytesPerClient: MIN_LIMIT_BYTES,
      bytesPerNetworkOfClient: MIN_LIMIT_BYTES,
    },
  });
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterAll(async () => {
  await harness.close();
  await clickhouse.release();
  await rm(folder, { recursive: true });
});

interface TestClient {
  clientId: string;
  key: string;
}
function addClient(client: Partial<ClientDescriptor> = {}, rules: RuleSettings = {}): TestClient {
  const [clientId, key] = [randomUUID(), randomUUID()];
  harness.api.setClient(createClientDescriptor(clientId, client));
  harness.api.setConfig({
    key,
    uuid: randomUUID(),
    clientId,
    revision: 1,
    rules,
    sites: [],
    isRevoked: false,
  });
  return { clientId, key };
}

/** Reports more than a player can have loaded, until the edge counts part of it. */
async function watchVideo({ clientId, key }: TestClient, authorization?: string): Promise<void> {
  const response = await fetch(`${harness.edge.url}/plugin/sessions`, {
    method: "POST",
    headers: { "user-agent": VIEWER_AGENT },
    body: JSON.stringify({
      key,
      video: "film",
      platform: "web",
      version: "1.2.10",
      ...(authorization ? { authorization } : {}),
    }),
  });
  expect(response.status).toBe(200);
  const { beacon } = (await response.json()) as PluginSession;
  const minute = beaconMinute(Math.floor(Date.now() / 60_000), { bytesServer: CLAIMED_BYTES, secServer: 10 });
  await eventually(
    async () => {
      const body = JSON.stringify({
        token: beacon.token,
        device: "laptop",
        network: "fixed",
        minutes: [minute],
      });
      await fetch(`${harness.edge.url}/beacons`, {
        method: "POST",
        headers: { "user-agent": VIEWER_AGENT },
        body,
      });
      const { billed, unverified } = await countedOf(clientId);
      expect(billed + unverified).toBeGreaterThan(2 * MIN_LIMIT_BYTES);
    },
    { everyMs: 200 },
  );
}

async function countedOf(clientId: string): Promise<{ billed: number; unverified: number; claimed: number }> {
  const client = createClient({ url: clickhouse.url });
  const runQuery = async (query: string) => {
    const result = await client.query({ query, format: "JSONEachRow" });
    return (await result.json<Record<string, string>>())[0] ?? {};
  };
  const { billed, unverified } =
    await runQuery(`SELECT sum(bytes_elsewhere) AS billed, sum(bytes_unverified) AS unverified
    FROM metered_hours FINAL WHERE client_uuid = '${clientId}'`);
  const { claimed } = await runQuery(
    `SELECT sum(bytes_server) AS claimed FROM session_minutes FINAL WHERE client_uuid = '${clientId}'`,
  );
  await client.close();
  return { billed: Number(billed), unverified: Number(unverified), claimed: Number(claimed) };
}

it("unusual amounts are recorded as unverified instead of billed, and included in analytics", async () => {
  const shop = addClient();
  await watchVideo(shop);
  const { billed, unverified } = await countedOf(shop.clientId);
  expect(billed).toBe(MIN_LIMIT_BYTES);
  expect(unverified).toBeGreaterThan(MIN_LIMIT_BYTES);
  // Analytics cap reports at what the media can contain instead of at the billing limits.
  await eventually(async () => {
    expect((await countedOf(shop.clientId)).claimed).toBeGreaterThan(100 * MIN_LIMIT_BYTES);
  });
});

it.each([
  ["the operator has lifted the limits", { isLifted: true, bytesByHour: [] as [] }],
  ["so much is usual", { isLifted: false, bytesByHour: Array<number>(24).fill(CLAIMED_BYTES * 1_000) }],
])("a client is billed in full if %s", async (_, claims) => {
  const shop = addClient({ claims });
  await watchVideo(shop);
  const { billed, unverified } = await countedOf(shop.clientId);
  expect(billed).toBeGreaterThan(2 * MIN_LIMIT_BYTES);
  expect(unverified).toBe(0);
});

it("viewers with a token from the client's backend are billed in full: the client vouches for them", async () => {
  const backend = makeTokenSigner();
  const shop = addClient({ streamingKeys: [backend.key] }, { streaming: "token" });
  await watchVideo(shop, signToken(backend, { video: "film" }));
  const { billed, unverified } = await countedOf(shop.clientId);
  expect(billed).toBeGreaterThan(2 * MIN_LIMIT_BYTES);
  expect(unverified).toBe(0);
});

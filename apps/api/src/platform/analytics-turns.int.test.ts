import { createServer, type Server, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../test-api.ts";
import { codeOf } from "../testing/account-harness.ts";

/** A ClickHouse server that blocks queries about one client. */
interface GatedEngine {
  server: Server;
  url: string;
  /** Releases each blocked query. */
  held: (() => void)[];
  /** The client whose queries are blocked; undefined to block none. */
  clientUuid: string | undefined;
}

let engineApi: TestApi;
let gatedEngine: GatedEngine;
let api: TestApi;

beforeAll(async () => {
  engineApi = await startTestApi();
  gatedEngine = await openGate(engineApi.clickhouseUrl);
  api = await startTestApi({ CLICKHOUSE_URL: gatedEngine.url });
});
afterAll(async () => {
  await api.close();
  gatedEngine.server.close();
  await engineApi.close();
});

/** A part of the query about a client's monthly delivery, which the platform itself makes before a video is created and for alerts. */
const DELIVERED_SQL = "fromServer + fromPeers";

async function openGate(engineUrl: string): Promise<GatedEngine> {
  const url = new URL(engineUrl);
  const opened: GatedEngine = { server: createServer(), url: "", held: [], clientUuid: undefined };
  opened.server.on("request", async (incoming, answer) => {
    const body = await text(incoming);
    const letThrough = () => {
      const { method, headers, url: path } = incoming;
      const onward = send({ host: url.hostname, port: url.port, method, path, headers }, (theirs) => {
        answer.writeHead(theirs.statusCode ?? 500, theirs.headers);
        theirs.pipe(answer);
      });
      onward.on("error", () => answer.destroy()).end(body);
    };
    const { clientUuid } = opened;
    // Parameters are in the URL, or in parts of the body if they are long.
    const isHeld = new RegExp(`param_client(=|"\\s+)${clientUuid}`).test(`${incoming.url} ${body}`);
    if (isHeld && !body.includes(DELIVERED_SQL)) opened.held.push(letThrough);
    else letThrough();
  });
  await new Promise<void>((resolve) => opened.server.listen(0, "127.0.0.1", resolve));
  const here = new URL(engineUrl);
  here.host = `127.0.0.1:${(opened.server.address() as AddressInfo).port}`;
  opened.url = here.href;
  return opened;
}

test("a client beyond its share of queries is refused, while other clients and the platform are still answered", async () => {
  const busy = await api.addUser(["manager"]);
  const other = await api.addUser(["readAnalytics"]);
  await api.database.db
    .updateTable("clients")
    .set({ free_tier: true })
    .where("uuid", "=", busy.clientUuid)
    .execute();
  gatedEngine.clientUuid = busy.clientUuid;
  const period = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };
  const requestTotals = () => busy.call(routes.getStatisticsTotals, { query: period });
  const flood = Array.from({ length: 100 }, () => codeOf(requestTotals()));
  await Promise.race(flood);
  await eventually(async () => gatedEngine.held.length === 2, { what: "the questions at work" });

  const query = { ...period, of: "video", sort: "watchedSec" } as const;
  const search = busy.call(routes.searchAll, { query: {}, body: { size: 0 } });
  const others: Promise<unknown>[] = [
    busy.call(routes.getStatisticsRanking, { query }),
    busy.call(routes.getProof, { query: {} }),
    busy.call(routes.getStorage, {}),
    search,
  ];
  expect(await Promise.all(others.map(codeOf))).toEqual(others.map(() => "too_many_requests"));
  const headers = { authorization: `Bearer ${busy.credential}` };
  const refused = await fetch(`${api.url}${routes.getStorage.path}`, { headers });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);

  expect(await other.call(routes.getStatisticsTotals, { query: period })).toMatchObject({ watchingNow: 0 });
  expect(await busy.call(routes.createVideo, { body: { title: "Made meanwhile" } })).toMatchObject({
    title: "Made meanwhile",
  });
  expect(gatedEngine.held.length).toBe(2);

  gatedEngine.clientUuid = undefined;
  for (const letThrough of gatedEngine.held) letThrough();
  // Out of a hundred calls with even more queries, at most two were running and 64 waiting.
  const ends = Object.groupBy(await Promise.all(flood), (code) => code);
  expect(Object.keys(ends).filter((code) => code !== "success")).toEqual(["too_many_requests"]);
  expect(ends.too_many_requests?.length).toBeGreaterThanOrEqual(34);
  expect(await requestTotals()).toMatchObject({ watchingNow: 0 });
});

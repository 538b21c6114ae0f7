import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@shoal/contract";
import { expect, it, onTestFinished } from "vitest";
import type { EdgeConfig } from "../config.ts";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

async function startEdge(changes: Partial<EdgeConfig>): Promise<EdgeHarness> {
  const harness = await startEdgeHarness(changes);
  onTestFinished(() => harness.close());
  return harness;
}

async function startSession(harness: EdgeHarness, uuid: string, from: string) {
  const response = await fetch(`${harness.edge.url}/play/${uuid}`, {
    method: "POST",
    body: "{}",
    headers: { "x-forwarded-for": from },
  });
  const { code } = (await response.json()) as Partial<ErrorBody>;
  return { status: response.status, code, headers: response.headers };
}
const metricsOf = async (harness: EdgeHarness) => (await fetch(`${harness.edge.internalUrl}/metrics`)).text();

it("an address that asks too often is told when to retry, and IPv6 addresses count by /64", async () => {
  const harness = await startEdge({ playsPerMinute: 2 });
  const { uuid } = await harness.publish();
  for (const last of ["1", "2"])
    expect((await startSession(harness, uuid, `2001:db8:1:2::${last}`)).status).toBe(200);
  const refused = await startSession(harness, uuid, "2001:db8:1:2:ffff::3");
  expect(refused).toMatchObject({ status: 429, code: "too_many_requests" });
  expect(Number(refused.headers.get("retry-after"))).toBe(30);
  expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");
  expect((await startSession(harness, uuid, "2001:db8:1:3::1")).status).toBe(200);
  expect(await metricsOf(harness)).toContain('shoal_edge_plays_limited_total{by="address"} 1');
});

it("sessions of a client's videos are limited over all addresses, without affecting another client", async () => {
  const harness = await startEdge({ playsPerClientPerMinute: 3 });
  const clientId = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId));
  const videos = [await harness.publish({ clientId }), await harness.publish({ clientId })];
  const statuses: number[] = [];
  for (let robot = 0; robot < 4; robot++)
    statuses.push((await startSession(harness, videos[robot % 2]?.uuid ?? "", `192.0.2.${robot}`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await startSession(harness, (await harness.publish()).uuid, "192.0.2.9")).status).toBe(200);
  expect(await metricsOf(harness)).toContain('shoal_edge_plays_limited_total{by="client"} 1');
});

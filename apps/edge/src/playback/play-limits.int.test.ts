import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@shoal/contract";
import { expect, it, onTestFinished } from "vitest";
import type { EdgeConfig } from "../config.ts";
import { clientOf, type EdgeRig, startEdgeRig } from "../testing/edge-rig.ts";

async function start(changes: Partial<EdgeConfig>): Promise<EdgeRig> {
  const rig = await startEdgeRig(changes);
  onTestFinished(() => rig.close());
  return rig;
}

async function play(rig: EdgeRig, uuid: string, from: string) {
  const response = await fetch(`${rig.edge.url}/play/${uuid}`, {
    method: "POST",
    body: "{}",
    headers: { "x-forwarded-for": from },
  });
  const { code } = (await response.json()) as Partial<ErrorBody>;
  return { status: response.status, code, headers: response.headers };
}
const metricsOf = async (rig: EdgeRig) => (await fetch(`${rig.edge.internalUrl}/metrics`)).text();

it("an address that asks too often is told when to retry, and IPv6 addresses count by /64", async () => {
  const rig = await start({ playsPerMinute: 2 });
  const { uuid } = await rig.publish();
  for (const last of ["1", "2"]) expect((await play(rig, uuid, `2001:db8:1:2::${last}`)).status).toBe(200);
  const refused = await play(rig, uuid, "2001:db8:1:2:ffff::3");
  expect(refused).toMatchObject({ status: 429, code: "too_many_requests" });
  expect(Number(refused.headers.get("retry-after"))).toBe(30);
  expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");
  expect((await play(rig, uuid, "2001:db8:1:3::1")).status).toBe(200);
  expect(await metricsOf(rig)).toContain('shoal_edge_plays_limited_total{by="address"} 1');
});

it("sessions of a client's videos are limited over all addresses, without affecting another client", async () => {
  const rig = await start({ playsPerClientPerMinute: 3 });
  const clientId = randomUUID();
  rig.api.setClient(clientOf(clientId));
  const videos = [await rig.publish({ clientId }), await rig.publish({ clientId })];
  const statuses: number[] = [];
  for (let robot = 0; robot < 4; robot++)
    statuses.push((await play(rig, videos[robot % 2]?.uuid ?? "", `192.0.2.${robot}`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await play(rig, (await rig.publish()).uuid, "192.0.2.9")).status).toBe(200);
  expect(await metricsOf(rig)).toContain('shoal_edge_plays_limited_total{by="client"} 1');
});

import { DEFAULT_RULES, type DeliveryRules, routes } from "@shoal/contract";
import { expectedPeerRules } from "@shoal/domain";
import type { PlannedEvent } from "@shoal/swarm-sim";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

export type EventRules = Pick<PlannedEvent, "rules" | "admittedShare">;

/** Query for the peer delivery rules of a live; the client's rules if no live is given. */
export const rulesQuery = (uuid: string, clientUuid: string) =>
  queryOptions({
    queryKey: ["forecast-rules", uuid, clientUuid],
    queryFn: ({ signal }): Promise<EventRules> =>
      uuid === "" ? loadClientRules(clientUuid, signal) : loadVideoRules(uuid, signal),
  });

async function loadVideoRules(uuid: string, signal: AbortSignal): Promise<EventRules> {
  const { rules } = await call(routes.getVideoRules, { params: { id: uuid } }, { signal });
  const values = Object.entries(rules).map(([name, { value }]) => [name, value]);
  return expectedPeerRules(Object.fromEntries(values) as DeliveryRules);
}

async function loadClientRules(uuid: string, signal: AbortSignal): Promise<EventRules> {
  const { rules } = await call(routes.getClientRules, { params: { id: uuid } }, { signal });
  const own = Object.entries(rules).filter(([, value]) => value !== undefined);
  return expectedPeerRules({ ...DEFAULT_RULES, ...Object.fromEntries(own) });
}

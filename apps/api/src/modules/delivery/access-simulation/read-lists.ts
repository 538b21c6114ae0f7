import { setImmediate } from "node:timers/promises";
import { type AccessRules, compileInSlices } from "@shoal/domain";

/** Lets the process do other work before long lists are read further. */
export type YieldToOthers = () => Promise<unknown>;

/**
 * Reads the address lists of these rules, and yields to other work in between. A draft may contain 150,000 networks, which
 * delayed other requests by a second.
 */
export async function readLists(
  { resolved, bans }: AccessRules,
  pause: YieldToOthers = setImmediate,
): Promise<void> {
  const lists = [
    resolved.authorizedIPs.value,
    resolved.unauthorizedIPs.value,
    resolved.authorizedVPNsList.value,
    bans.unauthorizedIPs,
  ];
  for (const list of lists) for (const _ of compileInSlices(list)) await pause();
}

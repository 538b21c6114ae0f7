import { setImmediate } from "node:timers/promises";
import { type AccessRules, compileInSlices } from "@shoal/domain";

/** Yields to other work. */
export type Pause = () => Promise<unknown>;

/**
 * Reads the lists of addresses of these rules, with turns of others in between: a draft may bring 150,000 networks, which kept
 * everyone waiting for a second.
 */
export async function readLists({ resolved, bans }: AccessRules, pause: Pause = setImmediate): Promise<void> {
  const lists = [
    resolved.authorizedIPs.value,
    resolved.unauthorizedIPs.value,
    resolved.authorizedVPNsList.value,
    bans.unauthorizedIPs,
  ];
  for (const list of lists) for (const _ of compileInSlices(list)) await pause();
}

import { isIP } from "node:net";
import { z } from "zod";
import { kindOfAddress } from "./address-kind.ts";
import type { FetchFailure } from "./fetch-error.ts";

/** Finds the addresses of a host name. @throws what node's dns throws. */
export type HostResolver = (host: string) => Promise<{ address: string; family: number }[]>;

/** The policy for fetches on behalf of users. */
export interface FetchPolicy {
  /** Whether loopback and private networks are also allowed, for tests and closed networks. Link-local addresses stay forbidden. */
  isPrivateAllowed: boolean;
  ports: readonly number[] | "any";
  /** The resolver of host names. By default, it is the system's own. */
  resolve?: HostResolver;
}

/** @example isAllowed("169.254.169.254", policy) // false */
export function isAllowed(
  address: string,
  { isPrivateAllowed }: Pick<FetchPolicy, "isPrivateAllowed">,
): boolean {
  const kind = kindOfAddress(address);
  return kind === "public" || (kind === "private" && isPrivateAllowed);
}

/** Returns the host of a URL in the form for resolving, which has no brackets around IPv6. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** Returns why the policy forbids a URL, or undefined if it allows the URL. Nothing is resolved for this check. */
export function findUrlFault(url: URL, policy: FetchPolicy): FetchFailure | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "bad_url";
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (policy.ports !== "any" && !policy.ports.includes(port)) return "forbidden_port";
  // The URL parser has converted every notation of an address, such as octal or a single number, to dotted decimals.
  const host = hostOf(url);
  return isIP(host) !== 0 && !isAllowed(host, policy) ? "forbidden_address" : undefined;
}

/** @example parsePorts("80, 443") // [80, 443]; parsePorts("any") // "any". @throws Error for anything else. */
export function parsePorts(text: string): FetchPolicy["ports"] {
  if (text.trim() === "any") return "any";
  return text.split(",").map((part) => {
    const port = Number(part.trim());
    if (!/^\d+$/.test(part.trim()) || port < 1 || port > 65_535)
      throw new Error(`must list ports, or be "any": ${part}`);
    return port;
  });
}

/**
 * Returns the schema of a setting with a list of ports, parsed by `parsePorts`.
 * @param usual the default.
 */
export const portsSetting = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((text, context) => {
      try {
        return parsePorts(text);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    });

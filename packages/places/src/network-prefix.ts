import { isIP } from "node:net";

/**
 * Returns the network of an address, which is too coarse to identify a household: /24 or /48. Returns "" if there is no address.
 * @example networkPrefixOf("203.0.113.77") // "203.0.113.0/24"
 */
export function networkPrefixOf(address: string): string {
  if (isIP(address) === 4) return `${address.slice(0, address.lastIndexOf("."))}.0/24`;
  if (isIP(address) !== 6) return "";
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  const prefix = groups.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/48`;
}

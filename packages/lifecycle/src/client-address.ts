import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

export type ClientAddressOf = (req: IncomingMessage) => string;

/** Removes the prefix that IPv4 addresses have on an IPv6 socket, as in `::ffff:1.2.3.4`. */
const stripIpv4Prefix = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * Finds the caller's address. It is the socket's address. If that is a trusted proxy, it is the last X-Forwarded-For entry that is
 * not a trusted proxy.
 * @param trustedProxies addresses or CIDRs. Anything else causes a TypeError.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddressOf {
  const isTrusted = inNetworks(trustedProxies);
  return (req) => {
    let address = stripIpv4Prefix(req.socket.remoteAddress ?? "");
    const forwarded = String(req.headers["x-forwarded-for"] ?? "").split(",");
    while (isTrusted(address)) {
      const next = stripIpv4Prefix(forwarded.pop()?.trim() ?? "");
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/**
 * Creates a check of whether an address is in one of the networks.
 * @param networks addresses or CIDRs. Anything else causes a TypeError.
 */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) addToBlockList(list, network);
  return (given) => {
    const address = stripIpv4Prefix(given);
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
  };
}

function addToBlockList(list: BlockList, entry: string): void {
  const [address = "", bits] = entry.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * - `public`: on the internet.
 * - `private`: on this machine or in a private network.
 * - `never`: never a legitimate target: unspecified, link-local (where clouds keep their metadata services), multicast,
 *   documentation, reserved.
 */
export type AddressKind = "public" | "private" | "never";

const createBlockList = (...networks: string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), "ipv4");
  }
  return list;
};
const PRIVATE_NETWORKS = createBlockList(
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
);
/** IANA's other special address ranges. 240.0.0.0/4 ends with the broadcast address. */
const FORBIDDEN_NETWORKS = createBlockList(
  "0.0.0.0/8",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
);

/**
 * Returns the kind of an address, which decides whether it may be fetched from. An invalid address is `never`. An IPv6 address that
 * embeds an IPv4 address (mapped, NAT64, 6to4) has the kind of the IPv4 address.
 * @example kindOfAddress("::ffff:10.0.0.1") // "private"
 */
export function kindOfAddress(address: string): AddressKind {
  const [plain = ""] = address.split("%");
  if (isIPv4(plain)) return kindOfIpv4(plain);
  return isIPv6(plain) ? kindOfIpv6(groupsOf(plain)) : "never";
}

function kindOfIpv4(address: string): AddressKind {
  if (FORBIDDEN_NETWORKS.check(address, "ipv4")) return "never";
  return PRIVATE_NETWORKS.check(address, "ipv4") ? "private" : "public";
}

function kindOfIpv6(groups: readonly number[]): AddressKind {
  const inner = findInnerIpv4(groups);
  if (inner) return kindOfIpv4(inner);
  const [first = 0, second = 0] = groups;
  if (groups.slice(0, 7).every((group) => group === 0)) return groups[7] === 1 ? "private" : "never";
  if (first >= 0xfc00 && first <= 0xfdff) return "private";
  const isGlobal = first >= 0x2000 && first <= 0x3fff;
  const isSpecial =
    (first === 0x2001 && (second < 0x200 || second === 0xdb8)) || (first === 0x3fff && second < 0x1000);
  return isGlobal && !isSpecial ? "public" : "never";
}

function findInnerIpv4(groups: readonly number[]): string | undefined {
  const startsWith = (...wanted: number[]) => wanted.every((group, index) => groups[index] === group);
  if (startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0x64, 0xff9b, 0, 0, 0, 0))
    return ipv4Of(groups.slice(6));
  return startsWith(0x2002) ? ipv4Of(groups.slice(1, 3)) : undefined;
}

const ipv4Of = (pair: readonly number[]) => pair.flatMap((group) => [group >> 8, group & 0xff]).join(".");

/** Returns the eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = [], right = []] = canonical.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

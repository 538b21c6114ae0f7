const ADDRESS_BITS = { v4: 32, v6: 128 } as const;
const IPV6_GROUPS = 8;
const PREFIX_PATTERN = /^(?:0|[1-9]\d{0,2})$/;
const BYTE_PATTERN = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4_PATTERN = new RegExp(`^(?:${BYTE_PATTERN}\\.){3}${BYTE_PATTERN}$`);

/**
 * Normalises an address or a subnet; undefined for anything else.
 * @example parseAddress("192.0.2.77/24") // "192.0.2.0/24"
 */
export function parseAddress(text: string): string | undefined {
  const [typed = "", bits, more] = text.trim().split("/");
  const kind = typed.includes(":") ? "v6" : "v4";
  const address = kind === "v6" ? parseIpv6(typed) : parseIpv4(typed);
  const total = ADDRESS_BITS[kind];
  const prefix = bits === undefined ? total : Number(bits);
  const isNetwork = bits === undefined || (PREFIX_PATTERN.test(bits) && prefix <= total);
  if (address === undefined || !isNetwork || more !== undefined) return undefined;
  if (prefix === total) return address;
  const parts = kind === "v4" ? address.split(".").map(Number) : groupsOf(address);
  const network = maskParts(parts, prefix, total / parts.length);
  return `${kind === "v4" ? network.join(".") : formatGroups(network)}/${prefix}`;
}

const parseIpv4 = (text: string): string | undefined => (IPV4_PATTERN.test(text) ? text : undefined);

/** Normalises an IPv6 address like the host of a URL (RFC 5952). */
const parseIpv6 = (text: string): string | undefined =>
  /^[\da-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined;

/** Returns the first and last address of an address or subnet as numbers; for results of `parseAddress`. */
export function boundsOf(entry: string): { isIpv6: boolean; first: bigint; last: bigint } {
  const [address = "", bits] = entry.split("/");
  const isIpv6 = address.includes(":");
  const total = isIpv6 ? ADDRESS_BITS.v6 : ADDRESS_BITS.v4;
  const parts = isIpv6 ? groupsOf(address) : address.split(".").map(Number);
  const partBits = BigInt(total / parts.length);
  const first = parts.reduce((number, part) => (number << partBits) | BigInt(part), 0n);
  const size = 1n << BigInt(total - (bits === undefined ? total : Number(bits)));
  return { isIpv6, first, last: first + size - 1n };
}

function maskParts(parts: readonly number[], prefix: number, partBits: number): number[] {
  return parts.map((part, index) => {
    const kept = Math.min(partBits, Math.max(0, prefix - index * partBits));
    return part & ((2 ** partBits - 1) << (partBits - kept));
  });
}

/** Splits an address, as written by `parseAddress`, into its 8 groups of 16 bits. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const [before, after] = [parseGroups(head), parseGroups(tail ?? "")];
  const zeros = tail === undefined ? 0 : IPV6_GROUPS - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after];
}

const parseGroups = (text: string): number[] =>
  text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));

const formatGroups = (groups: readonly number[]): string =>
  parseIpv6(groups.map((group) => group.toString(16)).join(":")) ?? "";

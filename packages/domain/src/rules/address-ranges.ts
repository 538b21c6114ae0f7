/** An address as a number: IPv4, even if written as IPv6, or IPv6 with 128 bits. */
export type ParsedAddress = { version: 4; value: number } | { version: 6; value: bigint };

/** A range of addresses from the first to the last, inclusive. */
export type AddressRange =
  | { version: 4; from: number; to: number }
  | { version: 6; from: bigint; to: bigint };

/** The prefix `::ffff:0:0/96` of IPv4-mapped IPv6 addresses. */
const IPV4_MAPPED_PREFIX = 0xffffn;
const IPV4_MAPPED_PREFIX_BITS = 96;

/**
 * @returns undefined if the text is not an address.
 * @example readAddress("::ffff:10.0.0.1") // { version: 4, value: 167772161 }
 */
export function readAddress(text: string): ParsedAddress | undefined {
  if (!text.includes(":")) {
    const value = parseIpv4(text);
    return value === undefined ? undefined : { version: 4, value };
  }
  const value = parseIpv6(text);
  if (value === undefined) return undefined;
  return value >> 32n === IPV4_MAPPED_PREFIX
    ? { version: 4, value: Number(value & 0xffff_ffffn) }
    : { version: 6, value };
}

/**
 * Parses an address, or a network in CIDR notation; host bits are ignored.
 * @returns undefined for anything else.
 * @example parseRange("10.0.0.7/8") // { version: 4, from: 167772160, to: 184549375 }
 */
export function parseRange(text: string): AddressRange | undefined {
  const slash = text.indexOf("/");
  const base = readAddress(slash < 0 ? text : text.slice(0, slash));
  if (!base) return undefined;
  const isWrittenAsIpv6 = text.includes(":");
  const bits = slash < 0 ? (isWrittenAsIpv6 ? 128 : 32) : parsePrefixLength(text.slice(slash + 1));
  if (bits === undefined || bits > (isWrittenAsIpv6 ? 128 : 32)) return undefined;
  if (base.version === 6) return ipv6Range(base.value, bits);
  if (!isWrittenAsIpv6) return ipv4Range(base.value, bits);
  // A network wider than all of IPv4 is an IPv6 network, which never contains a viewer's IPv4 address.
  return bits >= IPV4_MAPPED_PREFIX_BITS
    ? ipv4Range(base.value, bits - IPV4_MAPPED_PREFIX_BITS)
    : ipv6Range((IPV4_MAPPED_PREFIX << 32n) | BigInt(base.value), bits);
}

function ipv4Range(value: number, bits: number): AddressRange {
  const size = 2 ** (32 - bits);
  const from = Math.floor(value / size) * size;
  return { version: 4, from, to: from + size - 1 };
}

function ipv6Range(value: bigint, bits: number): AddressRange {
  const hostBits = BigInt(128 - bits);
  const from = (value >> hostBits) << hostBits;
  return { version: 6, from, to: from + (1n << hostBits) - 1n };
}

const parsePrefixLength = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined);

function parseIpv4(text: string): number | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  let value = 0;
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255) return undefined;
    value = value * 256 + Number(part);
  }
  return value;
}

/** The zone of a link-local address does not affect its value. */
function parseIpv6(text: string): bigint | undefined {
  const [address = ""] = text.split("%", 1);
  const halves = rewriteDottedPart(address)?.split("::");
  if (!halves || halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...(head ?? []), ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return BigInt(`0x${groups.map((group) => group.padStart(4, "0")).join("")}`);
}

/** Rewrites the dotted part of `::ffff:1.2.3.4` in hexadecimal; undefined if it is not an IPv4 address. */
function rewriteDottedPart(address: string): string | undefined {
  if (!address.includes(".")) return address;
  const colon = address.lastIndexOf(":");
  const value = parseIpv4(address.slice(colon + 1));
  if (value === undefined) return undefined;
  const [high, low] = [Math.floor(value / 65_536), value % 65_536];
  return `${address.slice(0, colon + 1)}${high.toString(16)}:${low.toString(16)}`;
}

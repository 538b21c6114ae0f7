import { isIP } from "node:net";

const V1_PREFIX = "PROXY ";
const MAX_V1_BYTES = 107;
const V1_LINE_PATTERN = /^PROXY (?:UNKNOWN(?: .*)?|(TCP[46]) (\S+) \S+ \d{1,5} \d{1,5})$/;
const V2_SIGNATURE = Buffer.from("0d0a0d0a000d0a515549540a", "hex");
const V2_HEADER_BYTES = 16;
/**
 * The maximum size of a header. It has room for the addresses and for everything that proxies usually add, such as the name
 * requested by TLS.
 */
const MAX_V2_BYTES = 4_096;
const V2_CODES = { version: 2, local: 0, proxied: 1, tcp4: 0x11, tcp6: 0x21 };

export type ProxyHeader =
  | { kind: "incomplete" }
  | { kind: "invalid" }
  /** A complete header. `address` is undefined if the proxy connects for itself or does not know the caller. */
  | { kind: "read"; address: string | undefined; sizeBytes: number };

const INCOMPLETE_HEADER: ProxyHeader = { kind: "incomplete" };
const INVALID_HEADER: ProxyHeader = { kind: "invalid" };

/**
 * Reads the first bytes of a connection that comes through a proxy. They are in the PROXY protocol, version 1 or 2
 * (https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt).
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (matchesPrefix(bytes, V2_SIGNATURE)) return readV2(bytes);
  return matchesPrefix(bytes, Buffer.from(V1_PREFIX)) ? readV1(bytes) : INVALID_HEADER;
}

/** Returns whether these bytes are the start of a prefix, or start with it. */
const matchesPrefix = (bytes: Buffer, prefix: Buffer) => {
  const length = Math.min(bytes.length, prefix.length);
  return bytes.subarray(0, length).equals(prefix.subarray(0, length));
};

function readV1(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, MAX_V1_BYTES).indexOf("\r\n");
  if (end < 0) return bytes.length < MAX_V1_BYTES ? INCOMPLETE_HEADER : INVALID_HEADER;
  const line = V1_LINE_PATTERN.exec(bytes.toString("latin1", 0, end));
  if (!line) return INVALID_HEADER;
  const [, family, address] = line;
  if (family && isIP(address ?? "") !== Number(family.at(-1))) return INVALID_HEADER;
  return { kind: "read", address, sizeBytes: end + 2 };
}

function readV2(bytes: Buffer): ProxyHeader {
  if (bytes.length < V2_HEADER_BYTES) return INCOMPLETE_HEADER;
  const [version = 0, family = 0] = bytes.subarray(V2_SIGNATURE.length);
  const sizeBytes = V2_HEADER_BYTES + bytes.readUInt16BE(14);
  const command = version & 0x0f;
  if (version >> 4 !== V2_CODES.version || command > V2_CODES.proxied || sizeBytes > MAX_V2_BYTES)
    return INVALID_HEADER;
  if (bytes.length < sizeBytes) return INCOMPLETE_HEADER;
  const body = bytes.subarray(V2_HEADER_BYTES, sizeBytes);
  if (command === V2_CODES.local) return { kind: "read", address: undefined, sizeBytes };
  if (family === V2_CODES.tcp4)
    return body.length < 12
      ? INVALID_HEADER
      : { kind: "read", address: body.subarray(0, 4).join("."), sizeBytes };
  if (family === V2_CODES.tcp6)
    return body.length < 36 ? INVALID_HEADER : { kind: "read", address: ipv6Of(body), sizeBytes };
  return { kind: "read", address: undefined, sizeBytes };
}

/** The prefix with which a dual-stack listener writes an IPv4 address as IPv6. */
const IPV4_MAPPED_PREFIX = Buffer.from("00000000000000000000ffff", "hex");

const ipv6Of = (body: Buffer) =>
  body.subarray(0, IPV4_MAPPED_PREFIX.length).equals(IPV4_MAPPED_PREFIX)
    ? body.subarray(IPV4_MAPPED_PREFIX.length, 16).join(".")
    : Array.from({ length: 8 }, (_, n) => body.readUInt16BE(2 * n).toString(16)).join(":");

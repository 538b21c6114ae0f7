import { describe, expect, test } from "vitest";
import { readProxyHeader } from "./proxy-header.ts";

const V2_PREFIX = "0d0a0d0a000d0a515549540a";
const createV1Header = (line: string) => Buffer.from(`${line}\r\n`);
const createV2Header = (hex: string) => Buffer.from(V2_PREFIX + hex.replaceAll(" ", ""), "hex");

const IPV6_ADDRESSES = "20010db8000000000000000000000001 20010db8000000000000000000000002 dc04 078f";
const HEADER_CASES: [name: string, header: Buffer, address: string | undefined][] = [
  ["v1, IPv4", createV1Header("PROXY TCP4 198.51.100.7 203.0.113.1 56324 1935"), "198.51.100.7"],
  ["v1, IPv6", createV1Header("PROXY TCP6 2001:db8::1 2001:db8::2 56324 1935"), "2001:db8::1"],
  ["v1, unknown caller", createV1Header("PROXY UNKNOWN"), undefined],
  ["v1, unknown caller with addresses", createV1Header("PROXY UNKNOWN ffff::1 ffff::2 1 2"), undefined],
  ["v2, IPv4", createV2Header("21 11 000c c6336407 cb007101 dc04 078f"), "198.51.100.7"],
  [
    "v2, IPv4 with more fields",
    createV2Header("21 11 0013 c6336407 cb007101 dc04 078f 02 0004 61626364"),
    "198.51.100.7",
  ],
  ["v2, IPv6", createV2Header(`21 21 0024 ${IPV6_ADDRESSES}`), "2001:db8:0:0:0:0:0:1"],
  ["v2, the proxy's own check", createV2Header("20 00 0000"), undefined],
  ["v2, a Unix socket", createV2Header(`21 31 00d8 ${"00".repeat(216)}`), undefined],
];

describe.each(HEADER_CASES)("the header of a proxy, %s", (_, header, address) => {
  test("is read without the bytes after it", () => {
    const read = { kind: "read", address, sizeBytes: header.length };
    expect(readProxyHeader(header)).toEqual(read);
    expect(readProxyHeader(Buffer.concat([header, Buffer.from("PROXY ")]))).toEqual(read);
  });

  test("is incomplete until its last byte", () => {
    for (let length = 0; length < header.length; length++)
      expect(readProxyHeader(header.subarray(0, length)), `${length} bytes`).toEqual({ kind: "incomplete" });
  });
});

test.each([
  ["HTTP", Buffer.from("GET / HTTP/1.1\r\n")],
  ["RTMP", Buffer.from([3, 0, 0, 0])],
  ["TLS", Buffer.from([22, 3, 1])],
  ["v1 without an end", Buffer.from(`PROXY TCP4 ${"1".repeat(101)}`)],
  ["v1 with a name for an address", createV1Header("PROXY TCP4 localhost 203.0.113.1 1 2")],
  ["v1 with an address of the other family", createV1Header("PROXY TCP4 2001:db8::1 203.0.113.1 1 2")],
  ["v1 in lower case", createV1Header("proxy TCP4 198.51.100.7 203.0.113.1 1 2")],
  ["v2 of another version", createV2Header("11 11 000c c6336407 cb007101 dc04 078f")],
  ["v2 with another command", createV2Header("22 11 000c c6336407 cb007101 dc04 078f")],
  ["v2 without its addresses", createV2Header("21 11 0004 c6336407")],
  ["v2 of 64 kB", createV2Header("21 11 ffff")],
])("%s is not a PROXY header", (_, bytes) => {
  expect(readProxyHeader(bytes)).toEqual({ kind: "invalid" });
});

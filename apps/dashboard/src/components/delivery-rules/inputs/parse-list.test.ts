import { IpOrCidr, MAX_ADDRESSES } from "@shoal/contract";
import { expect, test } from "vitest";
import { boundsOf, parseAddress } from "./parse-address.ts";
import { parseHost } from "./parse-host.ts";
import { parseList } from "./parse-list.ts";

/**
 * Node's `process`, declared here because page code has no types for Node. Its thread clock counts microseconds of this thread only, so
 * that other processes cannot make the test fail.
 */
declare const process: { threadCpuUsage(before?: { user: number }): { user: number } };

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.77/24", "192.0.2.0/24"],
  ["203.0.113.200/25", "203.0.113.128/25"],
  ["192.0.2.1/32", "192.0.2.1"],
  ["192.0.2.1/0", "0.0.0.0/0"],
  ["2001:DB8::1", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1/128", "2001:db8::1:0:0:1"],
  ["2001:db8:1:2:3:4:5:6/56", "2001:db8:1::/56"],
  ["2001:db8:10::10/60", "2001:db8:10::/60"],
  ["::ffff:192.0.2.1", "::ffff:c000:201"],
  ["::1/0", "::/0"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
])("normalises the address '%s' to %s", (text, entry) => {
  expect(parseAddress(text)).toBe(entry);
  expect(IpOrCidr.parse(entry)).toBe(entry);
  expect(parseAddress(entry)).toBe(entry);
});

test.each(["192.0.2", "192.0.2.256", "192.0.2.0/33", "example.org", "2001:db8::/129", "1::2::3"])(
  "rejects '%s' as an address",
  (text) => expect(parseAddress(text)).toBeUndefined(),
);

test.each([
  "192.0.2.01",
  "1.2.3",
  "1.2.3.4/",
  "1.2.3.4/01",
  "1.2.3.4/24/8",
  "0x7f.1",
  "1.2.3.4:80",
  "",
  "/24",

  "::",
  "::/0",
  "2001:db8::/129",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8",
  "fe80::1%eth0",
  "::ffff:1.2.3.4/96",
])("the page and the server agree on whether '%s' is an address", (text) =>
  expect(parseAddress(text) !== undefined).toBe(IpOrCidr.safeParse(text).success),
);

test("boundsOf returns the first and last address of a subnet", () => {
  expect(boundsOf("192.0.2.0/24")).toEqual({ isIpv6: false, first: 0xc0000200n, last: 0xc00002ffn });
  expect(boundsOf("::/0").last).toBe(2n ** 128n - 1n);
  expect(boundsOf("2001:db8::1")).toMatchObject({ first: 0x20010db8n * 2n ** 96n + 1n });
});

test.each([
  ["München.example", "xn--mnchen-3ya.example"],
  ["*.Shop.Example.ORG", "*.shop.example.org"],
  ["https://www.example.org/page?x=1", "www.example.org"],
  ["localhost", "localhost"],
  ["example", undefined],
  ["*.", undefined],
  ["two words.example", undefined],
])("reads the host '%s' as %s", (text, host) => expect(parseHost(text)).toBe(host));

test("a pasted text reports the lines without an address, and skips known addresses", () => {
  const text =
    '192.0.2.1\r\n"192.0.2.2", office;192.0.2.9/24\n\n192.0.2.1\n2001:DB8::1\n2001:db8:0::1\n300.1.1.1';
  expect(parseList(text, parseAddress, ["192.0.2.2"])).toEqual({
    entries: ["192.0.2.1", "192.0.2.0/24", "2001:db8::1"],
    faults: [
      { line: 2, text: "office" },
      { line: 7, text: "300.1.1.1" },
    ],
    repeated: 3,
  });
});

test("reads 50,000 lines within the time limit", () => {
  const lines = Array.from({ length: MAX_ADDRESSES }, (_, n) => `10.7.${n >> 8}.${n & 255}`);
  const before = process.threadCpuUsage();
  expect(parseList(lines.join("\n"), parseAddress)).toEqual({ entries: lines, faults: [], repeated: 0 });
  // Parsing takes about 150 ms on a slow core.
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(3_000);
});

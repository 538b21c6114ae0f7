import { BlockList } from "node:net";
import * as fc from "@shoal/testkit/property";
import { describe, expect, test } from "vitest";
import { parseRange, readAddress } from "./address-ranges.ts";
import { compileInSlices, findRangeOf, isAddressIn, shareIn } from "./addresses.ts";

test.each<[string, string[], boolean]>([
  ["10.1.2.3", ["10.0.0.0/8"], true],
  ["11.1.2.3", ["10.0.0.0/8"], false],
  ["203.0.113.9", ["203.0.113.9"], true],
  ["::ffff:203.0.113.9", ["203.0.113.9/32"], true],
  ["::FFFF:cb00:7109", ["203.0.113.9"], true],
  ["203.0.113.9", ["::ffff:203.0.113.9"], true],
  ["203.0.113.9", ["::ffff:203.0.113.0/120"], true],
  ["203.0.114.9", ["::ffff:203.0.113.0/120"], false],
  ["8.8.8.8", ["0.0.0.0/0"], true],
  ["192.168.1.130", ["192.168.1.128/25"], true],
  ["192.168.1.127", ["192.168.1.128/25"], false],
  // Host bits are ignored.
  ["10.200.0.1", ["10.1.2.3/8"], true],
  ["2001:db8:0:1::9", ["2001:db8::7/32"], true],
  ["2001:db8::1", ["2001:DB8:0:0:0:0:0:1"], true],
  ["2001:db8::1", ["2001:db8::/127", "2001:db8::/32"], true],
  ["2001:db9::1", ["2001:db8::/32"], false],
  ["fe80::1%eth0", ["fe80::/10"], true],
  // Address families never contain each other.
  ["2001:db8::1", ["0.0.0.0/0"], false],
  ["8.8.8.8", ["::/0"], false],
  // An invalid address is in no range, and an invalid range contains nothing.
  ["1.2.3", ["0.0.0.0/0"], false],
  ["1.2.3.256", ["0.0.0.0/0"], false],
  ["1::2::3", ["::/0"], false],
  ["12345::", ["::/0"], false],
  ["", ["0.0.0.0/0", "::/0"], false],
  ["10.0.0.1", ["10.0.0.0/33", "nonsense", "10.0.0.0/-1"], false],
  ["10.0.0.1", [], false],
])("isAddressIn finds %s in %j: %s", (address, ranges, isIn) => {
  expect(isAddressIn(address, ranges)).toBe(isIn);
});

test("findRangeOf returns the first entry that contains an address, verbatim", () => {
  const list = ["198.51.100.0/24", "203.0.113.9/24", "203.0.113.9"];
  expect(findRangeOf("203.0.113.77", list)).toBe("203.0.113.9/24");
  expect(findRangeOf("192.0.2.1", list)).toBeUndefined();
});

const anyIpv4 = fc.ipV4();
const anyIpv6 = fc.ipV6();
/** A small set of networks, so that some contain the address and some overlap. */
const nearbyOctets = fc.tuple(fc.constantFrom("10.0", "10.1", "192.168"), fc.nat(255), fc.nat(255));
const nearbyIpv4 = nearbyOctets.map(([head, c, d]) => `${head}.${c}.${d}`);
const anyIpv4Range = fc
  .tuple(nearbyIpv4, fc.integer({ min: 8, max: 32 }))
  .map(([base, bits]) => `${base}/${bits}`);
const anyIpv6Range = fc
  .tuple(anyIpv6, fc.integer({ min: 0, max: 128 }))
  .map(([base, bits]) => `${base}/${bits}`);

describe("any list", () => {
  test("a list contains an address exactly if Node's BlockList does", () => {
    fc.assert(
      fc.property(nearbyIpv4, fc.array(anyIpv4Range, { maxLength: 40 }), (address, ranges) => {
        const peer = new BlockList();
        for (const range of ranges) {
          const [base = "", bits] = range.split("/");
          peer.addSubnet(base, Number(bits), "ipv4");
        }
        expect(isAddressIn(address, ranges)).toBe(peer.check(address, "ipv4"));
      }),
    );
  });

  test("a list contains an address exactly if one of its entries does, for IPv4 and IPv6", () => {
    fc.assert(
      fc.property(
        fc.oneof(anyIpv4, anyIpv6),
        fc.array(fc.oneof(anyIpv4Range, anyIpv6Range, anyIpv4, anyIpv6), { maxLength: 30 }),
        (address, ranges) => {
          const isInOne = ranges.some((range) => isAddressIn(address, [range]));
          expect(isAddressIn(address, ranges)).toBe(isInOne);
          expect(isAddressIn(address, [...ranges, address])).toBe(true);
        },
      ),
    );
  });

  test("a network contains its own base address and starts at it without host bits", () => {
    fc.assert(
      fc.property(fc.oneof(anyIpv4Range, anyIpv6Range), (range) => {
        const [base = ""] = range.split("/");
        expect(isAddressIn(base, [range])).toBe(true);
        const read = parseRange(range);
        expect(read && read.from <= read.to).toBe(true);
        expect(read?.version).toBe(readAddress(base)?.version);
      }),
    );
  });
});

test.each<[string, string[], "all" | "some" | "none"]>([
  ["10.1.2.0/24", ["10.0.0.0/8"], "all"],
  ["10.1.2.0/24", ["10.1.2.0/25", "10.1.2.128/25"], "all"],
  ["10.1.2.0/24", ["10.1.2.0/25", "10.1.2.200"], "some"],
  ["10.1.2.0/24", ["10.1.2.255"], "some"],
  ["10.1.2.0/24", ["10.1.1.255", "10.1.3.0"], "none"],
  ["10.1.2.0/24", ["10.1.3.0/24"], "none"],
  ["2001:db8::/48", ["2001:db8::/32"], "all"],
  ["2001:db8::/48", ["2001:db8:0:7::1"], "some"],
  ["2001:db8::/48", ["0.0.0.0/0"], "none"],
  ["nonsense", ["0.0.0.0/0"], "none"],
  ["10.1.2.0/24", [], "none"],
])("shareIn finds how much of %s is in %j: %s", (network, ranges, share) => {
  expect(shareIn(network, ranges)).toBe(share);
});

test("compileInSlices parses a long list in slices, and only once", () => {
  const list = Array.from({ length: 10_000 }, (_, nth) => `10.${nth >> 8}.${nth & 255}.0/24`);
  expect([...compileInSlices(list)]).toHaveLength(5);
  expect([...compileInSlices(list)]).toEqual([]);
  expect(isAddressIn("10.39.15.7", list)).toBe(true);
  expect(isAddressIn("10.39.16.7", list)).toBe(false);
  expect(findRangeOf("10.39.15.7", list)).toBe("10.39.15.0/24");
});

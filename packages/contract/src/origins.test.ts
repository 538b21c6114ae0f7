import { expect, it, test } from "vitest";
import { z } from "zod";
import { isIpOrCidr } from "./origins.ts";

const ADDRESSES_OF_EACH_KIND = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]);

test.each([
  "192.0.2.1",
  "0.0.0.0/0",
  "255.255.255.255/32",
  "192.0.2.256",
  "192.0.2",
  "192.0.2.01",
  "1.2.3.4.5",

  "192.0.2.0/33",
  "192.0.2.0/",
  "192.0.2.0/01",
  "192.0.2.0/24/8",
  "192.0.2.0/-1",
  "/24",
  "",
  "0x7f.1",

  "::",
  "::/0",
  "::1",
  "1::",
  "1::8/128",
  "2001:db8::/129",
  "2001:DB8::1",
  "1:2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7",

  "1:2:3:4:5:6:7::",
  "::2:3:4:5:6:7:8",
  "1::3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8:9",
  "1::2::3",
  ":::",
  "::1:",
  ":1::",

  "::ffff:192.0.2.1",
  "::ffff:192.0.2.1/96",
  "1:2:3:4:5:6:192.0.2.1",
  "1:2:3:4:5:6:7:192.0.2.1",

  "::192.0.2",
  "::192.0.2.01",
  "192.0.2.1::",
  "::192.0.2.1:1",
  "::12345",
  "::g",
  "fe80::1%eth0",
  "[::1]",
  "a b",
])("isIpOrCidr and the schemas of each kind agree on '%s'", (text) => {
  expect(isIpOrCidr(text)).toBe(ADDRESSES_OF_EACH_KIND.safeParse(text).success);
});

it("isIpOrCidr rejects any characters around an address", () => {
  for (const text of ["::1]/x", "::1]:80", "::\t1", " ::1", `${"0".repeat(50)}::1`])
    expect(isIpOrCidr(text)).toBe(false);
});

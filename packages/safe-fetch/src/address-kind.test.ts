import { expect, test } from "vitest";
import { kindOfAddress } from "./address-kind.ts";

test.each([
  ["8.8.8.8", "public"],
  ["172.32.0.1", "public"],
  ["2606:4700::1111", "public"],
  ["::ffff:8.8.8.8", "public"],
  ["64:ff9b::808:808", "public"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "private"],
  ["127.0.0.53", "private"],
  ["::1", "private"],
  ["fd00::1", "private"],
  ["::ffff:10.0.0.1", "private"],
  ["0:0:0:0:0:ffff:7f00:1", "private"],
  ["64:ff9b::7f00:1", "private"],
  ["2002:c0a8:101::", "private"],
  ["0.0.0.0", "never"],
  ["169.254.169.254", "never"],
  ["::ffff:169.254.169.254", "never"],
  ["224.0.0.1", "never"],
  ["255.255.255.255", "never"],
  ["192.0.2.1", "never"],
  ["::", "never"],
  ["::7f00:1", "never"],
  ["fe80::1%eth0", "never"],
  ["ff02::1", "never"],
  ["2001:db8::1", "never"],
  ["2001::1", "never"],
  ["64:ff9b:1::1", "never"],
  ["not an address", "never"],
  ["", "never"],
])("the kind of %s is %s", (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind);
});

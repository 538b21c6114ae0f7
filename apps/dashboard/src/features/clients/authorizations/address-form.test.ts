import { IpOrCidr } from "@shoal/contract";
import { expect, test } from "vitest";
import { isIpOrCidr } from "./address-form.ts";

test.each([
  "192.0.2.1",
  "192.0.2.0/24",
  "0.0.0.0/0",
  "255.255.255.255/32",
  "192.0.2.0/33",
  "192.0.2",
  "192.0.2.256",
  "192.0.02.1",
  "2001:db8::1",
  "example.org",
  "",
])("the page takes '%s' as the server does", (text) => {
  expect(isIpOrCidr(text)).toBe(IpOrCidr.safeParse(text).success);
});

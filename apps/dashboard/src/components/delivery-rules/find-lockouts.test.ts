import {
  COUNTRY_CODES,
  DEFAULT_RULES,
  type DeliveryRules,
  MAX_ADDRESSES,
  type RuleSettings,
} from "@shoal/contract";
import { expect, test } from "vitest";
import { findLockouts, findNewLockouts, type LockoutReason } from "./find-lockouts.ts";

/**
 * Node's `process`, declared here because page code has no types for Node. Its thread clock counts microseconds of this thread only, so
 * that other processes cannot make the test fail.
 */
declare const process: { threadCpuUsage(before?: { user: number }): { user: number } };

test.each<[string, RuleSettings, LockoutReason[]]>([
  ["the default", {}, []],
  ["streaming that is refused", { streaming: "refused" }, ["refused"]],
  ["streaming with a token alone", { streaming: "token" }, ["token"]],
  ["no VPN", { authorizedVPNs: false }, ["vpns"]],
  ["every country", { unauthorizedCountries: [...COUNTRY_CODES] }, ["countries"]],
  ["all but one country", { unauthorizedCountries: COUNTRY_CODES.slice(1) }, []],
  [
    "the only country both ways",
    { authorizedCountries: ["FR"], unauthorizedCountries: ["FR", "DE"] },
    ["countries"],
  ],
  ["another country", { authorizedCountries: ["FR"], unauthorizedCountries: ["DE"] }, []],
  ["every address", { unauthorizedIPs: ["0.0.0.0/0", "::/0"] }, ["addresses"]],
  ["every address of IPv4 alone", { unauthorizedIPs: ["0.0.0.0/0"] }, []],
  ["two halves of all", { unauthorizedIPs: ["128.0.0.0/1", "0.0.0.0/1", "::/0"] }, ["addresses"]],
  [
    "a network within one that is shut out",
    { authorizedIPs: ["192.0.2.0/25", "2001:db8::1"], unauthorizedIPs: ["192.0.2.0/24", "2001:db8::/32"] },
    ["addresses"],
  ],
  [
    "a network a part of which is shut out",
    { authorizedIPs: ["192.0.2.0/24"], unauthorizedIPs: ["192.0.2.0/25", "10.0.0.0/8"] },
    [],
  ],
  [
    "a site below one that is shut out",
    { authorizedWebsites: ["shop.example.org"], unauthorizedWebsites: ["example.org"] },
    ["websites"],
  ],
  ["another site", { authorizedWebsites: ["example.org"], unauthorizedSubdomains: ["shop.example.org"] }, []],
])("findLockouts: %s", (_, rules, closings) =>
  expect(findLockouts({ ...DEFAULT_RULES, ...rules } as DeliveryRules)).toEqual(closings),
);

test("only closings caused by the change are reported", () => {
  const before = { ...DEFAULT_RULES, authorizedVPNs: false };
  expect(findNewLockouts(before, { ...before, streaming: "refused" })).toEqual(["refused"]);
});

test("two lists of 50,000 addresses are compared within the time limit", () => {
  const addresses = Array.from({ length: MAX_ADDRESSES }, (_, n) => `10.7.${n >> 8}.${n & 255}`);
  const before = process.threadCpuUsage();
  expect(findLockouts({ ...DEFAULT_RULES, authorizedIPs: addresses, unauthorizedIPs: addresses })).toEqual([
    "addresses",
  ]);
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000);
});

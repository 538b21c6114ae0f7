import type { RuleSettings } from "@shoal/contract";
import { expect, test } from "vitest";
import { bakeRules, portable, rulesOfClient } from "./arrived-access.ts";

test("what held by the former account is written into a video, unless its collection or its config says otherwise", () => {
  const client: RuleSettings = {
    streaming: "token",
    authorizedCountries: ["FR"],
    asksConsent: true,
    ice: "default",
  };
  expect(bakeRules({ asksConsent: false }, [undefined, { authorizedCountries: ["BE"] }], client)).toEqual({
    streaming: "token",
    asksConsent: false,
  });
});

test("who is kept away on any level is kept away by the video itself", () => {
  const levels = [{ unauthorizedCountries: ["US"] }, undefined];
  expect(
    bakeRules({ unauthorizedCountries: ["CA"] }, levels, { unauthorizedCountries: ["GB", "US"] }),
  ).toEqual({
    unauthorizedCountries: ["GB", "US", "CA"],
  });
});

test("lists of a whole account win over its rules, where there is anything in them", () => {
  const lists = {
    authorized_videos: [],
    authorized_ips: ["192.0.2.0/24"],
    unauthorized_ips: [],
    authorized_vpns: false,
    authorized_vpns_list: [],
    authorized_countries: [],
    unauthorized_countries: [],
  };
  const rules = { authorizedIPs: ["198.51.100.0/24"], unauthorizedIPs: ["203.0.113.9"] };
  expect(rulesOfClient({ rules, time_zone: null, is_indexed: true }, lists)).toEqual({
    authorizedIPs: ["192.0.2.0/24"],
    unauthorizedIPs: ["203.0.113.9"],
    authorizedVPNs: false,
  });
  expect(rulesOfClient(undefined, undefined)).toEqual({});
});

test("a set of servers of the other installation stays behind", () => {
  expect(portable({ ice: "default", p2pWeb: false })).toEqual({ p2pWeb: false });
});

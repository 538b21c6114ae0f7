import type { RuleSettings } from "@shoal/contract";
import { expect, test } from "vitest";
import { flattenRules, portableRules, rulesOfClient } from "./arrived-access.ts";

test("rules of the former account are written into a video, unless its collection or config overrides them", () => {
  const client: RuleSettings = {
    streaming: "token",
    authorizedCountries: ["FR"],
    asksConsent: true,
    ice: "default",
  };
  expect(flattenRules({ asksConsent: false }, [undefined, { authorizedCountries: ["BE"] }], client)).toEqual({
    streaming: "token",
    asksConsent: false,
  });
});

test("blocked countries of all levels are written into the video", () => {
  const levels = [{ unauthorizedCountries: ["US"] }, undefined];
  expect(
    flattenRules({ unauthorizedCountries: ["CA"] }, levels, { unauthorizedCountries: ["GB", "US"] }),
  ).toEqual({
    unauthorizedCountries: ["GB", "US", "CA"],
  });
});

test("an account's lists take precedence over its rules if they are not empty", () => {
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

test("the other installation's set of ICE servers is not imported", () => {
  expect(portableRules({ ice: "default", p2pWeb: false })).toEqual({ p2pWeb: false });
});

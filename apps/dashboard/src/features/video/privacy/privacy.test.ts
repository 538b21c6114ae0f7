import { DEFAULT_RULES } from "@shoal/contract";
import { expect, test } from "vitest";
import type { SubjectRules } from "../../../components/delivery-rules/rule-values.ts";
import { changesFor, effectiveRulesOf, privacyOf } from "./privacy.ts";

const NOW_MS = Date.parse("2026-06-01T12:00:00Z");
const OPEN_VIDEO = { isPassword: false, isDeleted: false, startDate: null, deleteDate: null };
const NO_DETAILS = { sites: [], addresses: [] };
const subjectRules = (own: SubjectRules["own"], client: SubjectRules["own"] = {}): SubjectRules => ({
  kind: "video",
  own,
  below: { client },
  timeZone: "UTC",
  revision: 1,
});

test("the narrowest restriction determines the preset, and others are listed as conditions", () => {
  expect(privacyOf(OPEN_VIDEO, DEFAULT_RULES, NOW_MS)).toMatchObject({ preset: "public", conditions: [] });
  expect(privacyOf({ ...OPEN_VIDEO, isPassword: true }, DEFAULT_RULES, NOW_MS).preset).toBe("password");
  const sites = { ...DEFAULT_RULES, authorizedWebsites: ["example.org"] };
  expect(privacyOf({ ...OPEN_VIDEO, isPassword: true }, sites, NOW_MS)).toEqual({
    preset: "sites",
    hosts: ["example.org"],
    conditions: [{ kind: "password" }],
  });
  const token = { ...sites, streaming: "token", authorizedCountries: ["FR", "BE"] } as const;
  expect(privacyOf(OPEN_VIDEO, { ...token, authorizedCountries: ["FR", "BE"] }, NOW_MS)).toMatchObject({
    preset: "token",
    conditions: [
      { kind: "sites", hosts: ["example.org"] },
      { kind: "countries", count: 2 },
    ],
  });
});

test("nobody can watch a video that is refused, deleted, or limited to sites that are blocked", () => {
  expect(privacyOf(OPEN_VIDEO, { ...DEFAULT_RULES, streaming: "refused" }, NOW_MS).preset).toBe("nobody");
  expect(privacyOf({ ...OPEN_VIDEO, isDeleted: true }, DEFAULT_RULES, NOW_MS).preset).toBe("nobody");
  const contradiction = { authorizedWebsites: ["a.example"], unauthorizedWebsites: ["a.example"] };
  expect(privacyOf(OPEN_VIDEO, { ...DEFAULT_RULES, ...contradiction }, NOW_MS).preset).toBe("nobody");
});

test("future dates are listed as conditions", () => {
  const dates = { startDate: "2026-06-02T00:00:00Z", deleteDate: "2026-07-01T00:00:00Z" };
  expect(privacyOf({ ...OPEN_VIDEO, ...dates }, DEFAULT_RULES, NOW_MS).conditions).toEqual([
    { kind: "from", date: dates.startDate },
    { kind: "until", date: dates.deleteDate },
  ]);
  const past = { ...OPEN_VIDEO, startDate: "2026-05-01T00:00:00Z" };
  expect(privacyOf(past, DEFAULT_RULES, NOW_MS).conditions).toEqual([]);
});

test("a preset sets only rules that differ from the inherited ones, and clears those that it no longer needs", () => {
  expect(changesFor("public", NO_DETAILS, subjectRules({}), NOW_MS)).toEqual({});
  expect(changesFor("token", NO_DETAILS, subjectRules({}), NOW_MS)).toEqual({ streaming: "token" });
  expect(changesFor("public", NO_DETAILS, subjectRules({ streaming: "token" }), NOW_MS)).toEqual({
    streaming: null,
  });
  const client = { authorizedWebsites: ["example.org"] };
  expect(changesFor("public", NO_DETAILS, subjectRules({}, client), NOW_MS)).toEqual({
    authorizedWebsites: [],
  });
  expect(
    changesFor("sites", { ...NO_DETAILS, sites: ["example.org"] }, subjectRules({}, client), NOW_MS),
  ).toEqual({});
});

test("hosts in the list of exact hosts stay there, and rules for countries are unchanged", () => {
  const own = { authorizedSubdomains: ["www.example.org"], authorizedCountries: ["FR"] };
  const wanted = { ...NO_DETAILS, sites: ["www.example.org", "example.com"] };
  const changes = changesFor("sites", wanted, subjectRules(own), NOW_MS);
  expect(changes).toEqual({ authorizedWebsites: ["example.com"] });
  expect(
    effectiveRulesOf(subjectRules({ ...own, authorizedWebsites: ["example.com"] }), NOW_MS),
  ).toMatchObject({
    authorizedCountries: ["FR"],
    streaming: "open",
  });
});

test("the preset of an organisation sets its addresses", () => {
  const wanted = { ...NO_DETAILS, addresses: ["192.0.2.0/24"] };
  expect(changesFor("organisation", wanted, subjectRules({ streaming: "refused" }), NOW_MS)).toEqual({
    streaming: null,
    authorizedIPs: ["192.0.2.0/24"],
  });
});

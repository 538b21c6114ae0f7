import { BlockList } from "node:net";
import type { RuleSettings } from "@shoal/contract";
import { type AccessRules, accessRulesOf, findDenial, type Visitor } from "@shoal/domain";
import { Places } from "@shoal/places";
import type { Bench, Figure } from "./bench.ts";

const ADDRESS_COUNT = 50_000;
const HOST_COUNT = 500;
const DECISION_COUNT = 100_000;
const TARGET_DECISION_US = 50;
const LOOKUP_COUNT = 200_000;
const TARGET_LOOKUP_US = 10;
/** Node's block list tests its rules one by one, so it makes only a thousandth of the checks in `DECISION_COUNT`. */
const PEER_CHECK_COUNT = 100;

const networkAt = (number: number) =>
  number % 2 === 0
    ? `${11 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.0/${24 + (number % 9)}`
    : `2001:db8:${number.toString(16)}::/${48 + (number % 80)}`;
const blockedNetworks = Array.from({ length: ADDRESS_COUNT }, (_, number) => networkAt(number));

const listHosts = (name: string) =>
  Array.from({ length: HOST_COUNT }, (_, number) => `${name}-${number}.example.com`);

/** The rules: 50,000 networks and 1,000 hosts. None of them matches the visitor, so every rule is evaluated. */
const accessSettings: RuleSettings = {
  unauthorizedIPs: blockedNetworks,
  unauthorizedCountries: ["DE", "US"],
  authorizedVPNs: false,

  unauthorizedWebsites: listHosts("site"),
  unauthorizedSubdomains: listHosts("part"),
};

const visitorAt = (number: number): Visitor => ({
  address: number % 2 === 0 ? `203.0.${number & 255}.9` : `2001:db9:${(number & 65_535).toString(16)}::7`,

  country: "FR",
  isVpn: false,
  host: `www-${number & 1_023}.example.org`,
  authorization: { kind: "none" },
});

async function measureAccess(): Promise<Figure[]> {
  const rules = accessRulesOf({}, { rules: accessSettings, authorizedVideos: [] }, { nowMs: Date.now() });
  const visitors = Array.from({ length: 1_000 }, (_, number) => visitorAt(number));
  const compileMs = timeMs(() => decideRepeatedly(rules, visitors, 2));
  const decisionUs =
    (timeMs(() => decideRepeatedly(rules, visitors, DECISION_COUNT)) * 1_000) / DECISION_COUNT;
  const peerUs = measureBlockListUs(visitors);
  return [
    await measureLookups(),
    {
      name: `who may watch, by ${ADDRESS_COUNT} networks and ${2 * HOST_COUNT} hosts: mean of ${DECISION_COUNT} decisions`,
      value: `${decisionUs.toFixed(1)} µs`,
      reach: `≤ ${TARGET_DECISION_US} µs`,
      isReached: decisionUs <= TARGET_DECISION_US,
      detail: `the first two, which read the lists: ${compileMs.toFixed(0)} ms; the addresses alone by Node's net.BlockList: ${peerUs.toFixed(0)} µs`,
    },
  ];
}

/** Measures lookups of country, network and provider for addresses from the whole internet in the bundled databases. */
async function measureLookups(): Promise<Figure> {
  const places = await Places.open({ countryDb: undefined, asnDb: undefined, vpnNetworks: undefined });
  const addressAt = (number: number) =>
    number % 2 === 0
      ? `${1 + ((number * 7) % 222)}.${(number * 131) % 256}.${(number * 37) % 256}.9`
      : `2a${(number % 16).toString(16)}0:${((number * 131) % 65_536).toString(16)}::7`;
  const addresses = Array.from({ length: 20_000 }, (_, number) => addressAt(number));
  const lookUp = () => {
    for (let index = 0; index < LOOKUP_COUNT; index++)
      places.find(addresses[index % addresses.length] as string);
  };
  lookUp();
  const eachUs = (timeMs(lookUp) * 1_000) / LOOKUP_COUNT;
  const known = addresses.filter((address) => places.find(address).asn !== null).length;
  places.close();
  return {
    name: `where an address is: mean of ${LOOKUP_COUNT} look-ups`,
    value: `${eachUs.toFixed(1)} µs`,
    reach: `≤ ${TARGET_LOOKUP_US} µs`,
    isReached: eachUs <= TARGET_LOOKUP_US,
    detail: `of ${addresses.length} addresses, ${known} have a network that is known`,
  };
}

function decideRepeatedly(rules: AccessRules, visitors: readonly Visitor[], count: number): void {
  for (let index = 0; index < count; index++) {
    const denial = findDenial(rules, visitors[index % visitors.length] as Visitor);
    if (denial !== undefined) throw new Error(`Somebody was kept out: ${denial}`);
  }
}

function measureBlockListUs(visitors: readonly Visitor[]): number {
  const list = new BlockList();
  for (const network of blockedNetworks) {
    const [base = "", bits] = network.split("/");
    list.addSubnet(base, Number(bits), base.includes(":") ? "ipv6" : "ipv4");
  }
  const tookMs = timeMs(() => {
    for (const { address } of visitors.slice(0, PEER_CHECK_COUNT))
      list.check(address, address.includes(":") ? "ipv6" : "ipv4");
  });
  return (tookMs * 1_000) / PEER_CHECK_COUNT;
}

function timeMs(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

export const accessBench: Bench[] = [{ name: "access", run: measureAccess }];

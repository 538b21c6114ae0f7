import { BlockList } from "node:net";
import type { RuleSettings } from "@shoal/contract";
import { type AccessRules, accessRulesOf, findDenial, type Visitor } from "@shoal/domain";
import { Places } from "@shoal/places";
import type { Bench, Figure } from "./bench.ts";

const ADDRESSES = 50_000;
const HOSTS = 500;
const DECISIONS = 100_000;
const DECISION_US = 50;
const LOOK_UPS = 200_000;
const LOOK_UP_US = 10;
/** The number of checks by Node's block list, which tests its rules one by one: a thousandth of `DECISION_COUNT` is enough. */
const PEER_CHECKS = 100;

const networkAt = (number: number) =>
  number % 2 === 0
    ? `${11 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.0/${24 + (number % 9)}`
    : `2001:db8:${number.toString(16)}::/${48 + (number % 80)}`;
const networks = Array.from({ length: ADDRESSES }, (_, number) => networkAt(number));

const hosts = (name: string) => Array.from({ length: HOSTS }, (_, number) => `${name}-${number}.example.com`);

/** The rules: 50,000 networks and 1,000 hosts. None of them matches the visitor, so that every rule is evaluated. */
const settings: RuleSettings = {
  unauthorizedIPs: networks,
  unauthorizedCountries: ["DE", "US"],
  authorizedVPNs: false,

  unauthorizedWebsites: hosts("site"),
  unauthorizedSubdomains: hosts("part"),
};

const visitorAt = (number: number): Visitor => ({
  address: number % 2 === 0 ? `203.0.${number & 255}.9` : `2001:db9:${(number & 65_535).toString(16)}::7`,

  country: "FR",
  isVpn: false,
  host: `www-${number & 1_023}.example.org`,
  authorization: { kind: "none" },
});

async function accessFigures(): Promise<Figure[]> {
  const rules = accessRulesOf({}, { rules: settings, authorizedVideos: [] }, { nowMs: Date.now() });
  const visitors = Array.from({ length: 1_000 }, (_, number) => visitorAt(number));
  const compileMs = msOf(() => decide(rules, visitors, 2));
  const decisionUs = (msOf(() => decide(rules, visitors, DECISIONS)) * 1_000) / DECISIONS;
  const peerUs = blockListUs(visitors);
  return [
    await placeFigure(),
    {
      name: `who may watch, by ${ADDRESSES} networks and ${2 * HOSTS} hosts: mean of ${DECISIONS} decisions`,
      value: `${decisionUs.toFixed(1)} µs`,
      reach: `≤ ${DECISION_US} µs`,
      isReached: decisionUs <= DECISION_US,
      detail: `the first two, which read the lists: ${compileMs.toFixed(0)} ms; the addresses alone by Node's net.BlockList: ${peerUs.toFixed(0)} µs`,
    },
  ];
}

/** Measures lookups of country, network and provider for addresses from the whole internet in the bundled databases. */
async function placeFigure(): Promise<Figure> {
  const places = await Places.open({ countryDb: undefined, asnDb: undefined, vpnNetworks: undefined });
  const addressAt = (number: number) =>
    number % 2 === 0
      ? `${1 + ((number * 7) % 222)}.${(number * 131) % 256}.${(number * 37) % 256}.9`
      : `2a${(number % 16).toString(16)}0:${((number * 131) % 65_536).toString(16)}::7`;
  const addresses = Array.from({ length: 20_000 }, (_, number) => addressAt(number));
  const lookUp = () => {
    for (let index = 0; index < LOOK_UPS; index++) places.find(addresses[index % addresses.length] as string);
  };
  lookUp();
  const eachUs = (msOf(lookUp) * 1_000) / LOOK_UPS;
  const known = addresses.filter((address) => places.find(address).asn !== null).length;
  places.close();
  return {
    name: `where an address is: mean of ${LOOK_UPS} look-ups`,
    value: `${eachUs.toFixed(1)} µs`,
    reach: `≤ ${LOOK_UP_US} µs`,
    isReached: eachUs <= LOOK_UP_US,
    detail: `of ${addresses.length} addresses, ${known} have a network that is known`,
  };
}

function decide(rules: AccessRules, visitors: readonly Visitor[], count: number): void {
  for (let index = 0; index < count; index++) {
    const denial = findDenial(rules, visitors[index % visitors.length] as Visitor);
    if (denial !== undefined) throw new Error(`Somebody was kept out: ${denial}`);
  }
}

function blockListUs(visitors: readonly Visitor[]): number {
  const list = new BlockList();
  for (const network of networks) {
    const [base = "", bits] = network.split("/");
    list.addSubnet(base, Number(bits), base.includes(":") ? "ipv6" : "ipv4");
  }
  const tookMs = msOf(() => {
    for (const { address } of visitors.slice(0, PEER_CHECKS))
      list.check(address, address.includes(":") ? "ipv6" : "ipv4");
  });
  return (tookMs * 1_000) / PEER_CHECKS;
}

function msOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

export const accessBench: Bench[] = [{ name: "access", run: accessFigures }];

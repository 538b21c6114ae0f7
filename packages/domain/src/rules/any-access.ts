import type { RuleSettings } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import type { Visitor } from "./access.ts";

/** What lists of any rules are made of, and addresses of any visitors lie in. */
export const NETWORKS = ["203.0.113.0/24", "203.0.113.9", "198.51.100.0/24", "2001:db8::/32"];
const names = ["example.com", "news.example.com", "*.example.com", "example.org"];
const listOf = (of: string[]) => fc.option(fc.subarray(of), { nil: undefined });
/** Whatever may be set of who may watch. */
export const anyRules: fc.Arbitrary<RuleSettings> = fc
  .record({
    authorizedIPs: listOf(NETWORKS),
    unauthorizedIPs: listOf(NETWORKS),
    authorizedCountries: listOf(["FR", "DE"]),
    unauthorizedCountries: listOf(["FR", "DE"]),
    authorizedVPNs: fc.option(fc.boolean(), { nil: undefined }),
    authorizedVPNsList: listOf(NETWORKS),
    authorizedWebsites: listOf(names),
    unauthorizedWebsites: listOf(names),
    authorizedSubdomains: listOf(names),
    unauthorizedSubdomains: listOf(names),
    unknownWebsites: fc.option(fc.boolean(), { nil: undefined }),
    streaming: fc.option(fc.constantFrom("open", "refused", "token" as const), { nil: undefined }),
  })
  .map((rules) => Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)));
/** Whoever may ask. */
export const anyVisitor: fc.Arbitrary<Visitor> = fc.record({
  address: fc.constantFrom("203.0.113.9", "203.0.113.7", "198.51.100.1", "192.0.2.1", "2001:db8::1"),
  country: fc.constantFrom("FR", "DE", "US", null),
  isVpn: fc.boolean(),
  host: fc.constantFrom("example.com", "news.example.com", "a.b.example.com", "example.org", null, undefined),
  authorization: fc.constantFrom<Visitor["authorization"]>(
    { kind: "none" },
    { kind: "passed" },
    { kind: "refused", fault: "expired" },
  ),
});

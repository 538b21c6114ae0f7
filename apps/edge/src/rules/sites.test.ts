import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createSite } from "../testing/edge-harness.ts";
import { digestOfSites, findSite } from "./sites.ts";

it("an address belongs to the first site that contains it", () => {
  const sites = [
    createSite({ publicIPs: ["192.0.2.7"] }),
    createSite({ name: "Lyon", subnets: ["10.0.0.0/8"] }),
  ];
  expect(findSite(sites, "10.1.2.3")?.name).toBe("Lyon");
  expect(findSite(sites, "::ffff:10.1.2.3")?.name).toBe("Lyon");
  expect(findSite([...sites, createSite({ subnets: ["10.1.0.0/16"] })], "10.1.2.3")?.name).toBe("Lyon");
  expect(findSite(sites, "192.0.2.7")?.name).toBe("Paris");
  expect(findSite(sites, "192.0.2.8")).toBeUndefined();
});

it("the digest changes with the sites' addresses and exchange, but not with their names", () => {
  const site = createSite({ subnets: ["10.0.0.0/8"] });
  const digest = digestOfSites([site]);
  expect(digestOfSites([{ ...site, name: "Lutetia", websites: ["example.org"] }])).toBe(digest);
  const others = [
    [],
    [{ ...site, uuid: randomUUID() }],
    [{ ...site, exchange: "only" as const }],
    [{ ...site, subnets: ["10.0.0.0/9"] }],
    [{ ...site, publicIPs: ["192.0.2.7"] }],
    [site, createSite({ subnets: ["10.0.0.0/8"] })],
  ].map(digestOfSites);
  expect(new Set([digest, ...others]).size).toBe(others.length + 1);
  expect(digestOfSites([])).toBe("");
});

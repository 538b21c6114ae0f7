import type { ConfigSite } from "@shoal/contract";
import { expect, test } from "vitest";
import { pluginLines } from "./plugin-lines.ts";
import { replaceSite } from "./site-values.ts";

const site = (name: string): ConfigSite => ({
  ...{ uuid: `uuid of ${name}`, name, websites: [], publicIPs: [], subnets: [], exchange: "first" },
});
const { uuid: _, ...newSite } = site("Lyon");

test("a site takes the place of the one before, is added, or goes", () => {
  const [paris, lyon, nice] = [site("Paris"), site("Lyon"), site("Nice")];
  expect(replaceSite([paris, lyon], site("Paris"), nice)).toEqual([nice, lyon]);
  expect(replaceSite([paris], undefined, newSite)).toEqual([paris, newSite]);
  expect(replaceSite([paris, lyon], lyon, undefined)).toEqual([paris]);
});

test("what somebody else has changed meanwhile is not written over", () => {
  const changed = { ...site("Paris"), websites: ["example.org"] };
  expect(replaceSite([changed], site("Paris"), site("Lyon"))).toEqual([changed, newSite]);
  expect(replaceSite([changed], site("Paris"), undefined)).toEqual([changed]);
});

test("the lines of the plugin are five, with key and edge", () => {
  const lines = pluginLines({ edgeUrl: "https://edge.example.org", key: "k-1" }).split("\n");
  expect(lines).toHaveLength(5);
  expect(lines[3]).toContain('key: "k-1", edgeUrl: "https://edge.example.org"');
});

import type { ConfigSite } from "@shoal/contract";
import { expect, test } from "vitest";
import { pluginLines } from "./plugin-lines.ts";
import { putSite, valuesOfSite } from "./site-values.ts";

const site = (name: string): ConfigSite => ({
  uuid: `uuid of ${name}`,
  name,
  websites: [],
  publicIPs: [],
  subnets: [],
  exchange: "first",
});

test("a site changes in its place and keeps its name in figures, or is added", () => {
  const [paris, lyon] = [site("Paris"), site("Lyon")];
  const values = { ...valuesOfSite(paris), websites: ["example.org"] };
  expect(putSite([paris, lyon], paris.uuid, values)).toEqual([{ ...values, uuid: paris.uuid }, lyon]);
  expect(putSite([paris], undefined, valuesOfSite(lyon))).toEqual([paris, valuesOfSite(lyon)]);
});

test("a site that someone else has removed meanwhile is added again", () => {
  const [paris, lyon] = [site("Paris"), site("Lyon")];
  expect(putSite([lyon], paris.uuid, valuesOfSite(paris))).toEqual([lyon, valuesOfSite(paris)]);
});

test("the lines of the plugin are five, with key and edge", () => {
  const lines = pluginLines({ edgeUrl: "https://edge.example.org", key: "k-1" }).split("\n");
  expect(lines).toHaveLength(5);
  expect(lines[3]).toContain('key: "k-1", edgeUrl: "https://edge.example.org"');
});

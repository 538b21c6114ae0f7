import type { ConfigSite } from "@shoal/contract";
import { expect, test } from "vitest";
import { pluginLines } from "./plugin-lines.ts";
import { putSite, valuesOfSite } from "./site-values.ts";

const sampleSite = (name: string): ConfigSite => ({
  uuid: `uuid of ${name}`,
  name,
  websites: [],
  publicIPs: [],
  subnets: [],
  exchange: "first",
});

test("putSite replaces a site in its place with the same uuid, or appends a new one", () => {
  const [paris, lyon] = [sampleSite("Paris"), sampleSite("Lyon")];
  const values = { ...valuesOfSite(paris), websites: ["example.org"] };
  expect(putSite([paris, lyon], paris.uuid, values)).toEqual([{ ...values, uuid: paris.uuid }, lyon]);
  expect(putSite([paris], undefined, valuesOfSite(lyon))).toEqual([paris, valuesOfSite(lyon)]);
});

test("a site that another user has removed in the meantime is appended", () => {
  const [paris, lyon] = [sampleSite("Paris"), sampleSite("Lyon")];
  expect(putSite([lyon], paris.uuid, valuesOfSite(paris))).toEqual([lyon, valuesOfSite(paris)]);
});

test("pluginLines returns five lines with key and edge URL", () => {
  const lines = pluginLines({ edgeUrl: "https://edge.example.org", key: "k-1" }).split("\n");
  expect(lines).toHaveLength(5);
  expect(lines[3]).toContain('key: "k-1", edgeUrl: "https://edge.example.org"');
});

import { expect, test } from "vitest";
import { z } from "zod";
import { readLeniently } from "./read-leniently.ts";

const VideoSchema = z.strictObject({
  title: z.string().min(1),
  size: z.number().int().optional(),
  autoplay: z.boolean().optional(),
  password: z.string().min(4).optional(),
  note: z.string().optional(),
  keys: z
    .array(z.strictObject({ key: z.string() }))
    .min(1)
    .optional(),
});

const summarizeReading = (sent: unknown) => {
  const { result, unknownFields } = readLeniently(VideoSchema, sent);
  return { data: result.data, unknownFields };
};
const faultsOf = (sent: unknown) =>
  readLeniently(VideoSchema, sent).result.error?.issues.map(({ path, message }) => [path.join("."), message]);

test.each([
  ["drops and reports unknown fields", { title: "A", colour: "red" }, { title: "A" }, ["colour"]],
  [
    "drops unknown fields of list items",
    { title: "A", keys: [{ key: "k", old: 1 }] },
    { title: "A", keys: [{ key: "k" }] },
    ["keys.0.old"],
  ],
  [
    "treats an empty text as missing where the field must not be empty",
    { title: "A", password: "" },
    { title: "A" },
    [],
  ],
  [
    "keeps an empty text where the field can be empty",
    { title: "A", note: "" },
    { title: "A", note: "" },
    [],
  ],
  ["treats an empty list and null as missing", { title: "A", keys: [], size: null }, { title: "A" }, []],
  ["treats a list of empty items as missing", { title: "A", keys: [{}, {}] }, { title: "A" }, []],
  [
    "accepts numbers and flags as text",
    { title: "A", size: "12", autoplay: "1" },
    { title: "A", size: 12, autoplay: true },
    [],
  ],
  ["accepts flags as numbers", { title: "A", autoplay: 0 }, { title: "A", autoplay: false }, []],
])("%s", (_, sent, data, unknownFields) => {
  expect(summarizeReading(sent)).toEqual({ data, unknownFields });
});

test("an invalid value is reported as it was sent, after any conversion", () => {
  const strict = VideoSchema.safeParse({ title: "A", size: "many", password: "abc" }).error?.issues;
  expect(faultsOf({ title: "A", size: "many", password: "abc" })).toEqual(
    strict?.map(({ path, message }) => [path.join("."), message]),
  );
  expect(faultsOf({ title: "", old: 1 })).toEqual([["title", expect.stringContaining("Too small")]]);
  expect(faultsOf({ title: "A", size: "1.5" })).toHaveLength(1);
});

test("a fault in a list item is reported even if all of its fields were dropped", () => {
  const list = z.array(VideoSchema).min(1);
  const { result } = readLeniently(list, [{ old: 1 }]);
  expect(result.error?.issues.map(({ path }) => path.join("."))).toEqual(["0.title"]);
});

test("the input is not modified", () => {
  const sent = { title: "A", size: "12", colour: "red" };
  readLeniently(VideoSchema, sent);
  expect(sent).toEqual({ title: "A", size: "12", colour: "red" });
});

test("fields inside a JSON text are read leniently too", () => {
  const filter = z.preprocess(
    (value) => (typeof value === "string" ? (JSON.parse(value) as unknown) : value),
    z.strictObject({ type: z.string().optional() }),
  );
  const query = z.strictObject({ filter });
  const { result, unknownFields } = readLeniently(query, { filter: '{"type":"live","old":true}' });
  expect(result.data).toEqual({ filter: { type: "live" } });
  expect(unknownFields).toEqual(["filter.old"]);
});

test("fields named like inherited properties are ordinary fields", () => {
  const sent = JSON.parse('{"title":"A","__proto__":{"size":1},"constructor":{"prototype":1}}') as unknown;
  expect(summarizeReading(sent)).toMatchObject({ data: { title: "A" } });
  expect(({} as { size?: unknown }).size).toBeUndefined();
});

test("an unknown field can have any depth", () => {
  const deep = JSON.parse(`{"title":"A","unknown":${"[".repeat(50_000)}${"]".repeat(50_000)}}`) as unknown;
  expect(summarizeReading(deep)).toEqual({ data: { title: "A" }, unknownFields: ["unknown"] });
});

test("a body with more than 1,000 unknown fields is rejected", () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, nth) => [`f${nth}`, 1]));
  expect(summarizeReading({ title: "A", ...unknown(1_000) }).data).toEqual({ title: "A" });
  expect(summarizeReading({ title: "A", ...unknown(1_001) })).toEqual({ data: undefined, unknownFields: [] });
});

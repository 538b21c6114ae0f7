import { expect, test } from "vitest";
import { z } from "zod";
import { readLeniently } from "./read-leniently.ts";
import { insideUnions } from "./union-faults.ts";

const QualitySchema = z.strictObject({
  bitrate: z.number().min(50),
  size: z.strictObject({ width: z.number() }),
});
const VideoSchema = z.strictObject({
  qualities: z.union([z.literal("default"), z.array(QualitySchema).min(1)]),
});

const pathsOf = (qualities: unknown) =>
  insideUnions(VideoSchema.safeParse({ qualities }).error?.issues ?? []).map(({ path }) => path.join("."));

test.each<[string, unknown, string[]]>([
  [
    "a text instead of a number in an item",
    [{ bitrate: "many", size: { width: 1 } }],
    ["qualities.0.bitrate"],
  ],
  [
    "two items with one fault each",
    [{ bitrate: 60, size: {} }, { size: { width: 1 } }],
    ["qualities.0.size.width", "qualities.1.bitrate"],
  ],
  ["an unknown field", [{ bitrate: 60, size: { width: 1 }, colour: "red" }], ["qualities.0"]],
  ["a value that matches no option", "best", ["qualities"]],
  ["an empty list", [], ["qualities"]],
])("%s is reported with its field", (_, qualities, paths) => {
  expect(pathsOf(qualities)).toEqual(paths);
});

test("numbers inside a union can be text in calls of old clients", () => {
  const sent = { qualities: [{ bitrate: "5000", size: { width: "1920" }, old: 1 }] };
  const { result, unknownFields } = readLeniently(VideoSchema, sent);
  expect(result.data).toEqual({ qualities: [{ bitrate: 5_000, size: { width: 1_920 } }] });
  expect(unknownFields).toEqual(["qualities.0.old"]);
});

test("remaining faults are reported as they were sent", () => {
  const { result } = readLeniently(VideoSchema, { qualities: [{ bitrate: "many", size: { width: "1" } }] });
  expect(result.error?.issues.map(({ path }) => path.join("."))).toEqual(["qualities.0.bitrate"]);
});

import { expect, test } from "vitest";
import { deletionModeOf } from "./deletion.ts";

const video = { encodingStatus: "encoded", deleteDate: null, isDeleted: false } as const;

test.each([
  ["goes to the trash", video, "trashed"],
  ["whose deletion was scheduled is flagged", { ...video, deleteDate: "2026-01-01T00:00:00Z" }, "flagged"],
  [
    "that was already flagged is deleted permanently",
    { ...video, deleteDate: new Date(0), isDeleted: true },
    "forGood",
  ],
  [
    "that was not uploaded completely is deleted permanently",
    { ...video, encodingStatus: "upload_failed" },
    "forGood",
  ],
] as const)("deletionModeOf: a deleted video %s", (_, subject, way) => {
  expect(deletionModeOf(subject)).toBe(way);
});

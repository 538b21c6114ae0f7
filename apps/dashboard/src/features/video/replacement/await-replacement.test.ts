import type { Replacement } from "@shoal/contract";
import { expect, test } from "vitest";
import { awaitReplacement, type ExpectedFile, type ReplacementStatus } from "./await-replacement.ts";

const replacementFile = (status: Replacement["status"]): Replacement => ({
  uuid: "u",
  originalname: "new.mp4",
  size: 1,
  status,
  uploadingPercent: 0,

  encodingPercent: 0,
  encodingETA: null,
  errorType: null,
});
const statusWith = (
  generation: number,
  status: Replacement["status"] | null,
  isSending = false,
): ReplacementStatus => ({ generation, isSending, replacement: status ? replacementFile(status) : null });

/** Passes states in order. @returns the indexes of the states after which the replacement counts as completed. */
function arrivalIndexes(...all: ReplacementStatus[]): number[] {
  let awaited: ExpectedFile | undefined;
  return all.flatMap((now, at) => {
    const next = awaitReplacement(awaited, now);
    awaited = next.awaited;
    return next.hasArrived ? [at] : [];
  });
}

test("a file that is uploaded, encoded and no longer listed has replaced the media", () => {
  expect(
    arrivalIndexes(
      statusWith(1, null),
      statusWith(1, null, true),
      statusWith(1, null),
      statusWith(1, "waiting_for_encoding"),
      statusWith(1, "encoding"),
      statusWith(2, null),
    ),
  ).toEqual([5]);
});

test("a file that was encoded between two polls is reported once", () => {
  expect(
    arrivalIndexes(statusWith(1, null, true), statusWith(1, null), statusWith(2, null), statusWith(2, null)),
  ).toEqual([2]);
});

test("a file that cannot be used is not reported, whatever its previous states", () => {
  const tried = arrivalIndexes(
    statusWith(1, "waiting_for_encoding"),
    statusWith(1, "encoding"),
    statusWith(1, "error"),
    statusWith(1, null),
  );
  expect(tried).toEqual([]);
});

test("a file that another user cancelled is not reported, not even when the media change later", () => {
  expect(arrivalIndexes(statusWith(1, "uploading"), statusWith(1, null), statusWith(2, null))).toEqual([]);
});

test("changed media are not reported if no file was awaited", () => {
  expect(arrivalIndexes(statusWith(1, null), statusWith(2, null))).toEqual([]);
});

import { type CommentImport, type CommentImportRow, routes } from "@shoal/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { ImportDialog } from "./import-dialog.tsx";

cleanAfterEach();

const IMPORT_TARGET = {
  project: { uuid: "7f1c2b34-0000-4000-8000-000000000001" },
  version: { number: 1 },
};
const IMPORT_ROW: CommentImportRow = {
  line: 3,
  state: "new",
  reason: null,
  detail: null,
  timecode: "00:00:01:00",
  author: "Ben",
  text: "Too dark",
};
const CHECK_RESULT: CommentImport = {
  newCount: 1,
  existingCount: 0,
  refusedCount: 1,
  rows: [{ ...IMPORT_ROW, line: 9, state: "refused", reason: "after-end", text: "" }, IMPORT_ROW],
};

async function chooseFile(button = "Choose file"): Promise<void> {
  await expect.element(page.getByRole("button", { name: button })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("There is no field for a file");
  await userEvent.upload(input, new File(["a"], "notes.csv"));
}

test("a file is checked before any comment is imported", async () => {
  const handleEnd = vi.fn();
  answer(routes.checkCommentImport, () => CHECK_RESULT);
  const sent = vi.fn(() => CHECK_RESULT);
  answer(routes.importComments, sent);
  show(<ImportDialog place={IMPORT_TARGET} onEnd={handleEnd} />);
  await expect.element(page.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await chooseFile();
  await expect.element(page.getByRole("status")).toHaveTextContent("1 to add · 0 already added · 1 rejected");
  await expect.element(page.getByRole("row", { name: /9 After the end of the video/ })).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Import 1 comment" }).click();
  await vi.waitFor(() => expect(handleEnd).toHaveBeenCalled());
  expect(sent).toHaveBeenCalledOnce();
});

test("another file is checked again, so that the import matches the preview", async () => {
  const found = [CHECK_RESULT, { ...CHECK_RESULT, newCount: 7 }];
  answer(routes.checkCommentImport, () => found.shift() ?? CHECK_RESULT);
  show(<ImportDialog place={IMPORT_TARGET} onEnd={() => undefined} />);
  await chooseFile();
  await expect.element(page.getByRole("button", { name: "Import 1 comment" })).toBeEnabled();
  await chooseFile("Choose another file");
  await expect.element(page.getByRole("button", { name: "Import 7 comments" })).toBeEnabled();
});

test("an unreadable file shows the reason and cannot be imported", async () => {
  const reason = "contains no comments";
  refuse(routes.checkCommentImport, new Refusal("comments_file_unreadable", [{ path: "file", reason }]));
  show(<ImportDialog place={IMPORT_TARGET} onEnd={() => undefined} />);
  await chooseFile();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This file contains no comments.");
  await expect.element(page.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
});

import { expect, test } from "vitest";
import { addDialog, closeDialog, isAboveAnother, listDialogs, removeDialog } from "./dialog-stack.ts";

const shownDialogs = () => listDialogs().map(({ title, isOpen }) => [title, isOpen]);

test("a dialog keeps its state under another dialog, and is closed only once", () => {
  const closed: string[] = [];
  const open = (title: string) =>
    addDialog({ title, children: null, isHeld: false, onClose: () => void closed.push(title) });
  const form = open("form");
  const [kept] = listDialogs();
  expect(isAboveAnother(form)).toBe(false);
  const note = open("note");
  expect(isAboveAnother(note)).toBe(true);
  expect(listDialogs()[0]).toBe(kept);
  for (const id of [note, note]) closeDialog(id);
  expect(closed).toEqual(["note"]);
  // The closed dialog stays on the stack while it fades out.
  expect(shownDialogs()).toEqual([
    ["form", true],
    ["note", false],
  ]);
  removeDialog(note);
  closeDialog(note);
  expect(listDialogs()).toEqual([kept]);
  closeDialog(form);
  removeDialog(form);
  expect(closed).toEqual(["note", "form"]);
  expect(listDialogs()).toEqual([]);
});

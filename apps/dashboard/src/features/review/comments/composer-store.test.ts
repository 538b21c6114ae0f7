import { expect, test } from "vitest";
import { createComposerStore } from "./composer-store.ts";

const openStore = () => createComposerStore("key", () => ({ frame: 5, endFrame: null }));
function drawPin({ board }: ReturnType<typeof openStore>): void {
  board.choose({ tool: "pin" });
  board.begins([0.5, 0.5], 0.5);
}
const kindsOf = ({ board }: ReturnType<typeof openStore>) =>
  board.getSnapshot().shapes.map(({ shape }) => shape.kind);

test("after a comment is sent, the next one is empty and starts at the player's current frame", () => {
  const composer = openStore();
  composer.write("First");
  drawPin(composer);
  const sent = composer.content();
  composer.finish(sent);
  expect(composer.getSnapshot()).toMatchObject({ text: "", place: undefined });
  expect(composer.getSnapshot().uuid).not.toBe(sent.uuid);
  expect(kindsOf(composer)).toEqual([]);
});

test("text and shapes added while a comment is being sent are kept for the next one, at the same frame", () => {
  const composer = openStore();
  composer.write("First.");
  drawPin(composer);
  const sent = composer.content();
  composer.write("First. Second");
  drawPin(composer);
  composer.finish(sent);
  expect(composer.content()).toMatchObject({
    text: "Second",
    frame: 5,
    drawing: { shapes: [{ kind: "pin" }] },
  });
  expect(composer.content().uuid).not.toBe(sent.uuid);
});

test("a text that was replaced while the comment was being sent is kept whole", () => {
  const composer = openStore();
  composer.write("First");
  const sent = composer.content();
  composer.write("Another thought");
  composer.finish(sent);
  expect(composer.content().text).toBe("Another thought");
});

test("removing a drawing can be undone", () => {
  const composer = openStore();
  drawPin(composer);
  composer.removeDrawing();
  expect(kindsOf(composer)).toEqual([]);
  composer.board.undo();
  expect(kindsOf(composer)).toEqual(["pin"]);
});

import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../../testing/fake-api.ts";
import { sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import type { CaptionsWithCues } from "./captions-api.ts";
import { addRow, changeRow } from "./cue-rows.ts";
import { useCueEdits } from "./use-cue-edits.ts";

cleanAfterEach();

const video = sampleVideo();
const cue = (startMs: number, text: string) => ({ startMs, endMs: startMs + 900, text, settings: "" });
const LOADED_TRACK = {
  uuid: "track-1",
  label: "English",
  language: "en",
  version: 1,
  revision: 1,
  cues: [cue(0, "The harbour"), cue(5_000, "At night")],
} as unknown as CaptionsWithCues;

function CueEditsEditor() {
  const edits = useCueEdits(video, LOADED_TRACK);
  const { rows } = edits;
  return (
    <>
      {rows.map((row, index) => (
        <input
          key={row.key}
          aria-label={`Cue ${index + 1}`}
          value={row.text}
          onChange={(event) => edits.set(changeRow(rows, row.key, { text: event.currentTarget.value }))}
        />
      ))}
      <button type="button" onClick={() => edits.set(addRow(rows, 2_000).rows)}>
        Add
      </button>
      {/* Pressing the button leaves the caret in its field, as the keyboard shortcut for saving does. */}
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => void edits.save()}>
        Save
      </button>
      <p>{edits.isChanged ? "Changed" : "Unchanged"}</p>
    </>
  );
}

const field = (number: number) => page.getByRole("textbox", { name: `Cue ${number}` });
const pressButton = (name: string) => page.getByRole("button", { name }).click();

function saveAfter(arrived: Promise<void>) {
  answer(routes.getVideo, () => video);
  return answer(routes.setCaptionCues, async ({ body }) => {
    await arrived;
    const { cues, revision } = body as { cues: typeof LOADED_TRACK.cues; revision: number };
    return { ...LOADED_TRACK, cues, revision: revision + 1, version: revision + 1 };
  });
}

test("text typed while captions are being saved is kept, and saving twice sends one request", async () => {
  const arrived = Promise.withResolvers<void>();
  const sent = saveAfter(arrived.promise);
  show(<CueEditsEditor />);
  await field(1).fill("The harbour of Brest");
  await pressButton("Save");
  await pressButton("Save");
  await field(2).fill("At night, in the rain");
  arrived.resolve();
  await expect.element(page.getByText("Changed", { exact: true })).toBeVisible();
  await expect.element(field(2)).toHaveValue("At night, in the rain");
  await expect.element(field(1)).toHaveValue("The harbour of Brest");
  expect(sent).toHaveLength(1);
  await expect
    .poll(async () => {
      await pressButton("Save");
      return sent.at(1)?.body;
    })
    .toMatchObject({
      revision: 2,
      cues: [{ text: "The harbour of Brest" }, { text: "At night, in the rain" }],
    });
});

test("the caret stays in a cue that was added before the save", async () => {
  saveAfter(Promise.resolve());
  show(<CueEditsEditor />);
  await pressButton("Add");
  await field(2).fill("Seen from the lighthouse");
  await pressButton("Save");
  await expect.element(page.getByText("Unchanged")).toBeVisible();
  await expect.element(field(2)).toHaveFocus();
  await expect.element(field(2)).toHaveValue("Seen from the lighthouse");
});

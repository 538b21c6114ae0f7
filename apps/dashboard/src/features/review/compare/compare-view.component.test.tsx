import { type AlignmentView, type CarriedComment, routes, type VersionVideo } from "@shoal/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { queryClient } from "../../../lib/queries.ts";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import type { Thread } from "../comments/threads.ts";
import { sampleComment } from "../testing/sample-comment.ts";
import { alignmentQuery } from "./compare-query.ts";
import { CompareView } from "./compare-view.tsx";
import { type FakePlayer, fakePlayer } from "./fake-player.ts";

cleanAfterEach();

const FRAME_RATE = { num: 25, den: 1 };
const ALIGNMENT: AlignmentView = {
  state: "ready",
  reason: null,
  version: 2,
  previous: 1,
  rate: FRAME_RATE,
  previousRate: FRAME_RATE,
  frames: 90,
  previousFrames: 100,
  ranges: [
    { frame: 0, endFrame: 39, kind: "same", previousFrame: 0, previousEndFrame: 39, isSure: true },
    { frame: 40, endFrame: 49, kind: "regraded", previousFrame: 60, previousEndFrame: 69, isSure: true },
    { frame: 50, endFrame: 59, kind: "new", previousFrame: null, previousEndFrame: null, isSure: true },
    { frame: 60, endFrame: 89, kind: "same", previousFrame: 70, previousEndFrame: 99, isSure: false },
  ],
  gone: [{ previousFrame: 40, previousEndFrame: 59, frame: 40 }],
};
const CARRIED_COMMENT: CarriedComment = {
  uuid: "00000000-0000-4000-8000-000000000001",
  previousVersion: 1,
  previousFrame: 80,
  previousEndFrame: null,
  text: "Too dark",
  hasDrawing: false,
  isInternal: false,
  author: { name: "ada", isGuest: false },
  createdAt: "2026-11-28T10:00:00.000Z",
  kind: "same",
  frame: 70,
  endFrame: null,
  isSure: false,
  goneIn: null,
  placedBy: null,
  placedAt: null,
};

let recentPlayer: FakePlayer;
let previousPlayer: FakePlayer;
beforeEach(() => {
  [recentPlayer, previousPlayer] = [fakePlayer(90), fakePlayer(100)];
});

const createCarried = (comments: CarriedComment[]) => () => ({
  state: "ready" as const,
  reason: null,
  previous: 1,
  comments,
  hasMore: false,
});
function showView(alignment: AlignmentView = ALIGNMENT, mayPlace = true): void {
  answer(routes.getAlignment, () => alignment);
  showVersions(2, 1, mayPlace);
}
const createSide = (number: number, player: FakePlayer, threads: Thread[]) => ({
  number,
  player,
  threads,
  video: { uuid: "v" } as VersionVideo,
  stage: <div style={{ aspectRatio: "16/9" }} />,
  canvas: { current: null },
});
const createThread = (text: string, frame: number): Thread => ({
  root: sampleComment({ uuid: crypto.randomUUID(), text, frame }),
  replies: [],
});
const showVersions = (number: number, before: number, mayPlace = true) =>
  show(
    <CompareView
      project="p"
      recent={createSide(number, recentPlayer, [createThread("Sharper", 70)])}
      previous={createSide(before, previousPlayer, [
        createThread("Warmer", 60),
        createThread("Cut this", 45),
      ])}
      mayPlace={mayPlace}
      onClose={() => undefined}
    />,
  );
const button = (name: string | RegExp) => page.getByRole("button", { name });

test("the previous version shows the same picture, or that it does not contain it", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  const list = page.getByRole("combobox", { name: "Section of the newer version" });
  await expect.element(list).toHaveDisplayValue("Unchanged, 00:00:00:00 to 00:00:01:14");
  await list.selectOptions("Colour or brightness, 00:00:01:15 to 00:00:01:24");
  expect([recentPlayer.getSnapshot().shownFrame, previousPlayer.getSnapshot().shownFrame]).toEqual([40, 60]);
  await list.selectOptions("New, 00:00:02:00 to 00:00:02:09");
  await expect.element(page.getByText("This frame is not in version 1.")).toBeVisible();
  await expect.element(page.getByText("Earlier versions have no open comments.")).toBeVisible();
});

test("buttons step through the changes, and a pointer near a narrow mark selects it", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  const list = page.getByRole("combobox", { name: "Section of the newer version" });
  await expect.element(button("Previous change")).toBeDisabled();
  for (const name of [
    "Removed at 00:00:01:15",
    "Colour or brightness, 00:00:01:15 to 00:00:01:24",
    "New, 00:00:02:00 to 00:00:02:09",
  ]) {
    await button("Next change").click();
    await expect.element(list).toHaveDisplayValue(name);
  }
  expect(recentPlayer.getSnapshot().shownFrame).toBe(50);
  await expect.element(button("Next change")).toBeDisabled();
  await button("Previous change").click();
  await expect.element(list).toHaveDisplayValue("Colour or brightness, 00:00:01:15 to 00:00:01:24");
  const strip = document.querySelector('[class*="strip"]') as HTMLElement;
  const { left, width } = strip.getBoundingClientRect();
  const pointAt = (frame: number, px: number) =>
    strip.dispatchEvent(
      new PointerEvent("pointerup", { bubbles: true, clientX: left + (frame / 90) * width + px }),
    );
  pointAt(40, -8);
  await expect.element(list).toHaveDisplayValue("Removed at 00:00:01:15");
  pointAt(75, 0);
  await expect.element(list).toHaveDisplayValue("Unchanged (not certain), 00:00:02:10 to 00:00:03:14");
  expect(recentPlayer.getSnapshot().shownFrame).toBe(60);
});

test("both versions play and step together, each with its timecode", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  const playback = page.getByRole("group", { name: "Playback of both versions" });
  await expect.element(page.getByRole("radio", { name: "By frame content" })).toBeChecked();
  await recentPlayer.seekToFrame(40);
  await expect.element(playback.getByText("Version 1 00:00:02:10")).toBeVisible();
  await expect.element(playback.getByText("Version 2 00:00:01:15")).toBeVisible();
  await playback.getByRole("button", { name: "Next frame" }).click();
  expect(recentPlayer.getSnapshot().shownFrame).toBe(41);
  await playback.getByRole("button", { name: "Play" }).click();
  expect([recentPlayer, previousPlayer].map((each) => each.getSnapshot().isPlaying)).toEqual([true, true]);
  await playback.getByRole("button", { name: "Pause" }).click();
  expect([recentPlayer, previousPlayer].map((each) => each.getSnapshot().isPlaying)).toEqual([false, false]);
});

test("dragging the divider over the picture moves the slider", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  await page.getByText("Swipe").click();
  const slider = page.getByRole("slider", { name: /divider|swipe/i });
  await expect.element(slider).toHaveAttribute("aria-valuenow", "50");
  const divider = document.querySelector('[class*="divider"]') as HTMLElement;
  const box = (divider.parentElement as HTMLElement).getBoundingClientRect();
  divider.setPointerCapture = () => undefined;
  divider.hasPointerCapture = () => true;
  const at = { bubbles: true, pointerId: 1, clientX: box.left + box.width / 4, clientY: box.top + 5 };
  divider.dispatchEvent(new PointerEvent("pointerdown", at));
  divider.dispatchEvent(new PointerEvent("pointermove", at));
  await expect.element(slider).toHaveAttribute("aria-valuenow", "25");
});

test("without an alignment, an offset synchronises the players, and the audio of either version can be selected", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  await page.getByText("By offset").click();
  await page.getByRole("textbox", { name: "Offset in frames" }).fill("7");
  void recentPlayer.seekToFrame(20);
  await expect.poll(() => previousPlayer.getSnapshot().shownFrame).toBe(27);
  expect([recentPlayer.getSnapshot().isMuted, previousPlayer.getSnapshot().isMuted]).toEqual([false, true]);
  const sound = page.getByRole("radiogroup", { name: "Audio" });
  await sound.getByText("Version 1").click();
  await expect
    .poll(() => [recentPlayer.getSnapshot().isMuted, previousPlayer.getSnapshot().isMuted])
    .toEqual([true, false]);
});

test("comments of earlier versions that cannot be loaded are reported, and can be requested again", async () => {
  refuse(routes.listCarried, new Refusal("internal_error"));
  showView();
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.listCarried, createCarried([]));
  await button("Try again").click();
  await expect.element(page.getByText("Earlier versions have no open comments.")).toBeVisible();
});

test("a negative offset can be typed over a positive one", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  await page.getByText("By offset").click();
  const field = page.getByRole("textbox", { name: "Offset in frames" });
  await field.fill("7");
  await field.tripleClick();
  await userEvent.keyboard("-3");
  await expect.element(field).toHaveValue("-3");
  void recentPlayer.seekToFrame(20);
  await expect.poll(() => previousPlayer.getSnapshot().shownFrame).toBe(17);
});

test("an offset that was entered before the alignment was ready stays active", async () => {
  answer(routes.listCarried, createCarried([]));
  showView({ ...ALIGNMENT, state: "waiting", ranges: [], gone: [] });
  await page.getByRole("textbox", { name: "Offset in frames" }).fill("7");
  answer(routes.getAlignment, () => ALIGNMENT);
  await queryClient.invalidateQueries({ queryKey: alignmentQuery("p", 2).queryKey });
  await expect.element(page.getByRole("radio", { name: "By frame content" })).toBeInTheDocument();
  void recentPlayer.seekToFrame(20);
  await expect.poll(() => previousPlayer.getSnapshot().shownFrame).toBe(27);
  await expect.element(page.getByRole("radio", { name: "By offset" })).toBeChecked();
});

test("the list of keys omits those that the comparison does not have", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  await expect.element(button("Play changes")).toBeVisible();
  await userEvent.keyboard("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(keys.getByText("Next frame")).toBeVisible();
  await expect.element(keys.getByText("Enter a timecode")).not.toBeInTheDocument();
});

test("changes are played with additional frames around them, and playback can be stopped", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  await page.getByRole("textbox", { name: "Frames before and after" }).fill("5");
  await button("Play changes").click();
  await expect.poll(() => recentPlayer.commands).toContain("seek 35");
  expect(recentPlayer.getSnapshot().isPlaying).toBe(true);
  await button("Stop").click();
  expect(recentPlayer.getSnapshot().isPlaying).toBe(false);
  await expect.element(button("Play changes")).toBeVisible();
});

test("a carried comment can be confirmed, moved to the shown frame, marked as gone, and reset", async () => {
  let comment = CARRIED_COMMENT;
  answer(routes.listCarried, () => createCarried([comment])());
  const placed = answer(routes.placeCarried, ({ body }) => {
    const { frame } = body as { frame: number | null };
    comment = {
      ...CARRIED_COMMENT,
      frame,
      kind: frame === null ? "gone" : "same",
      isSure: true,
      placedBy: "bob",
    };
    return comment;
  });
  const released = answer(routes.releaseCarried, () => {
    comment = CARRIED_COMMENT;
    return comment;
  });
  showView();
  await expect.element(page.getByText("Not certain", { exact: true })).toBeVisible();
  await button("Go to 00:00:02:20").click();
  expect(recentPlayer.getSnapshot().shownFrame).toBe(70);
  await button("00:00:03:05 in version 1").click();
  expect(previousPlayer.getSnapshot().shownFrame).toBe(80);
  await button("Confirm").click();
  await expect.element(page.getByText("Placed by bob")).toBeVisible();
  await expect.element(page.getByText("Not certain", { exact: true })).not.toBeInTheDocument();
  await recentPlayer.seekToFrame(33);
  await button("Move to the current frame").click();
  await button("Mark as removed").click();
  await expect.element(page.getByText("Frame removed")).toBeVisible();
  expect(placed.map(({ body }) => body)).toEqual([
    { frame: 70, endFrame: null },
    { frame: 33, endFrame: null },
    { frame: null, endFrame: null },
  ]);
  await button("Undo placement").click();
  await expect.element(button("Confirm")).toBeVisible();
  expect(released).toHaveLength(1);
});

test("a carried range that is moved near the end of the version ends with its last frame", async () => {
  answer(routes.listCarried, createCarried([{ ...CARRIED_COMMENT, frame: 60, endFrame: 75 }]));
  const placed = answer(routes.placeCarried, () => CARRIED_COMMENT);
  showView();
  await expect.element(button("Move to the current frame")).toBeVisible();
  await recentPlayer.seekToFrame(80);
  await button("Move to the current frame").click();
  await expect.poll(() => placed.map(({ body }) => body)).toEqual([{ frame: 80, endFrame: 89 }]);
});

test("a reader without the right cannot place comments, and a first version has nothing to compare", async () => {
  answer(routes.listCarried, createCarried([CARRIED_COMMENT]));
  showView({ ...ALIGNMENT, state: "none", reason: "first_version", ranges: [], gone: [] }, false);
  await expect
    .element(page.getByRole("status").last())
    .toHaveTextContent("This is the first version: there is no earlier version to compare it with.");
  await expect.element(button("Go to 00:00:02:20")).toBeVisible();
  await expect.element(button("Confirm")).not.toBeInTheDocument();
});

test("each version has its own comments and markers, which move both players if both versions have the frame", async () => {
  answer(routes.listCarried, createCarried([]));
  showView();
  const commentsOn = (version: number) =>
    page.getByRole("region", { name: `Comments on version ${version}` });
  await expect.element(commentsOn(2).getByText("Sharper")).toBeVisible();
  await expect.element(commentsOn(1).getByText("Sharper")).not.toBeInTheDocument();
  await commentsOn(1).getByRole("button", { name: "00:00:02:10" }).click();
  await expect
    .poll(() => [recentPlayer.getSnapshot().shownFrame, previousPlayer.getSnapshot().shownFrame])
    .toEqual([40, 60]);
  const timeline = page.getByRole("region", { name: "Timeline of version 1" });
  await timeline.getByRole("button", { name: "Comment by anna at 00:00:01:20" }).click();
  await expect.poll(() => previousPlayer.getSnapshot().shownFrame).toBe(45);
  expect(recentPlayer.getSnapshot().shownFrame).toBe(40);
});

test("unrelated versions are marked as such and synchronised by an offset", async () => {
  answer(routes.listCarried, createCarried([{ ...CARRIED_COMMENT, kind: "unplaced", frame: null }]));
  showView({ ...ALIGNMENT, state: "unrelated", ranges: [], gone: [] });
  await expect.element(page.getByText(/^These versions have nothing in common/)).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Offset in frames" })).toBeVisible();
  await expect.element(page.getByText("Not placed", { exact: true })).toBeVisible();
});

test("a comment of an earlier version shows its current place and links to the original", async () => {
  const older = { ...CARRIED_COMMENT, previousVersion: 1, kind: "gone" as const, goneIn: 2, frame: 20 };
  answer(routes.listCarried, createCarried([older]));
  answer(routes.getAlignment, () => ({ ...ALIGNMENT, version: 3, previous: 2 }));
  const { address } = showVersions(3, 2);
  await expect.element(page.getByText("Removed in version 2")).toBeVisible();
  await page.getByRole("link", { name: "Frame 80 in version 1" }).click();
  expect(address()).toBe(`/vireed/p/1?comment=${CARRIED_COMMENT.uuid}`);
});

test.each(["Swipe", "Overlay", "Difference"])(
  "the mode %s places one version over the other",
  async (mode) => {
    answer(routes.listCarried, createCarried([]));
    showView();
    await page.getByText(mode, { exact: true }).click();
    const boxes = () =>
      [...document.querySelectorAll("[data-mode] > div:not([aria-hidden])")].map(
        (stage) => stage.getBoundingClientRect().left,
      );
    expect(boxes()).toHaveLength(2);
    await expect.poll(() => new Set(boxes()).size).toBe(1);
    if (mode !== "Difference")
      await expect.element(page.getByRole("slider", { name: /divider|Opacity/ })).toBeVisible();
  },
);

test("changes are named by their frames while the frame rate is unknown", async () => {
  recentPlayer = fakePlayer(90, { timecode: undefined });
  answer(routes.listCarried, createCarried([]));
  showView();
  const list = page.getByRole("combobox", { name: "Section of the newer version" });
  await list.selectOptions("New, frame 50 to frame 59");
  await expect.poll(() => recentPlayer.getSnapshot().shownFrame).toBe(50);
});

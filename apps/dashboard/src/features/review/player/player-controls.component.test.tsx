import type { VersionVideo } from "@shoal/contract";
import { useRef } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { createFakePlayer } from "../testing/fake-frame-player.ts";
import { Timeline } from "../timeline/timeline.tsx";
import type { CommentMark, FramePlayer, FramePlayerState } from "./frame-player.types.ts";
import { PlayerControls } from "./player-controls.tsx";
import { usePlayerKeys } from "./use-player-keys.ts";

cleanAfterEach();

const commentMark = (frame: number, own: Partial<CommentMark> = {}): CommentMark => ({
  uuid: `comment-${frame}`,
  frame,
  endFrame: null,
  isResolved: false,
  author: "anna",
  text: "Lighter here",
  hasDrawing: false,
  ...own,
});

interface ControlsOnPageProps {
  player: FramePlayer;
  marks: readonly CommentMark[];
  chosen: string[];
}

function ControlsOnPage({ player, marks, chosen }: ControlsOnPageProps) {
  const targets = {
    player,
    marks,
    place: useRef<HTMLDivElement>(null),
    timecodeField: useRef<HTMLInputElement>(null),
    onMark: ({ uuid }: CommentMark) => chosen.push(uuid),
    onHelp: () => chosen.push("help"),
  };
  usePlayerKeys(targets);
  const video = { uuid: "video-1", encodingStatus: "encoded" } as VersionVideo;
  return (
    <div ref={targets.place} style={{ width: 900 }}>
      <PlayerControls targets={targets} isVariable={false} mayComment />
      <Timeline
        player={player}
        video={video}
        requestWaveform={() => new Promise(() => undefined)}
        hasPictures
        marks={marks}
        selected={undefined}
        onMark={targets.onMark}
      />
    </div>
  );
}

/** Opens a video of 40 s at 25 frames a second. */
function openControls(marks: readonly CommentMark[] = [], begin: Partial<FramePlayerState> = {}) {
  const fake = createFakePlayer(begin);
  const chosen: string[] = [];
  show(<ControlsOnPage player={fake.player} marks={marks} chosen={chosen} />);
  return { ...fake, chosen };
}

const field = () => page.getByRole("textbox", { name: "Timecode" });

test("a typed timecode seeks to its frame, and an invalid one shows an error", async () => {
  const { asked } = openControls();
  await expect.element(field()).toHaveValue("00:00:00:00");
  await field().fill("1:10");
  await userEvent.keyboard("{Enter}");
  expect(asked).toEqual(["seek 35"]);
  await expect.element(field()).toHaveValue("00:00:01:10");
  await field().fill("00:00:01:25");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("The frame number exceeds the frame rate")).toBeVisible();
  // Letters typed in the field must not act as keys of the player.
  await field().fill("l");
  expect(asked).toEqual(["seek 35"]);
});

test("keys step, mark and change speed, and a mark beyond the other one removes it", async () => {
  const { player, asked } = openControls([], { wantedFrame: 100, shownFrame: 100 });
  await userEvent.keyboard("o{ArrowLeft}i");
  expect(player.getSnapshot().range).toEqual({ inFrame: 99, outFrame: 100 });
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}i");
  expect(player.getSnapshot().range).toEqual({ inFrame: 124, outFrame: null });
  await userEvent.keyboard("llljk");
  expect(asked).toEqual(["seek 99", "seek 124", "play 1", "play 2", "play 4", "play -1", "pause"]);
});

test("adjacent comments share one mark that cycles through them, and resolved ones are labelled", async () => {
  const { chosen } = openControls([
    commentMark(100),
    commentMark(104),
    commentMark(800, { isResolved: true, endFrame: 850 }),
  ]);
  await page.getByRole("button", { name: "2 comments at 00:00:04:00" }).click();
  await page.getByRole("button", { name: "Comment by anna at 00:00:32:00, resolved" }).click();
  await userEvent.keyboard("]");
  expect(chosen).toEqual(["comment-100", "comment-800", "comment-100"]);
});

test("the position on the timeline is announced as a timecode, and moves with the arrow keys", async () => {
  const { asked } = openControls();
  const position = page.getByRole("slider", { name: "Position" });
  await expect.element(position).toBeInTheDocument();
  (position.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}{PageUp}");
  expect(asked).toEqual(["seek 1", "seek 26"]);
  await expect.element(position).toHaveAttribute("aria-valuetext", "00:00:01:01");
});

test("the timecode under the pointer is shown until the pointer leaves the timeline", async () => {
  openControls();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect.element(timeline).toBeVisible();
  const track = timeline.element().firstElementChild as HTMLElement;
  const { left, width } = track.getBoundingClientRect();
  const move = (share: number) =>
    track.dispatchEvent(
      new PointerEvent("pointermove", { clientX: left + share * width, pointerType: "mouse", bubbles: true }),
    );
  move(0.5);
  await expect.element(timeline.getByText("00:00:20:00")).toBeVisible();
  move(0.25);
  await expect.element(timeline.getByText("00:00:10:00")).toBeVisible();
  track.dispatchEvent(new PointerEvent("pointerleave"));
  await expect.element(timeline.getByText("00:00:10:00")).not.toBeInTheDocument();
});

test("a video of one frame has a position, and shows the comment at its frame", async () => {
  const { chosen } = openControls([commentMark(0)], { frameCount: 1 });
  const position = page.getByRole("slider", { name: "Position" });
  await expect.element(position).toHaveAttribute("aria-valuemax", "0");
  await expect.element(position).toHaveAttribute("aria-valuetext", "00:00:00:00");
  await page.getByRole("button", { name: "Comment by anna at 00:00:00:00" }).click();
  expect(chosen).toEqual(["comment-0"]);
});

test("a key and a button toggle full screen, which opening help or a comment leaves", async () => {
  const { player, chosen } = openControls();
  const isFull = () => document.fullscreenElement?.contains(field().element()) ?? false;
  await expect.element(field()).toBeVisible();
  await userEvent.keyboard("f");
  await expect.poll(isFull).toBe(true);
  await userEvent.keyboard("f");
  await expect.poll(isFull).toBe(false);
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(isFull).toBe(true);
  // The keys of the player also work in full screen.
  await userEvent.keyboard("{ArrowRight}");
  expect(player.getSnapshot().wantedFrame).toBe(1);
  await userEvent.keyboard("?");
  await expect.poll(() => [isFull(), chosen]).toEqual([false, ["help"]]);
  await userEvent.keyboard("f");
  await expect.poll(isFull).toBe(true);
  const asked = new Promise<boolean>((done) => player.on("comment", () => done(isFull())));
  await userEvent.keyboard("c");
  expect(await asked).toBe(false);
});

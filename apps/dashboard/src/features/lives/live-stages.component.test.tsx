import { type LiveChatView, type LiveView, routes, type VideoView } from "@shoal/contract";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ChatPhaseText } from "../../components/live/chat/chat-phase-text.tsx";
import { LiveChatPart } from "../../components/live/chat/live-chat-part.tsx";
import { LiveStagePanel } from "../../components/live/stage/live-stage-panel.tsx";
import { StatusBadge } from "../../components/video/status-badge.tsx";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleUser, sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { LiveChatPage } from "./chat/live-chat-page.tsx";
import { previewStateOf } from "./preview-state.ts";
import { PreviewStatus } from "./preview-status.tsx";

cleanAfterEach();

const NOW_MS = Date.now();
const minutesAgo = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString();
const liveView = (own: Partial<LiveView> = {}): LiveView => ({
  state: "idle",
  isOpen: true,
  fault: null,
  isSignedOff: false,
  startedAt: null,
  endedAt: null,
  ...own,
});
const runningLive = (own: Partial<LiveView>) => liveView({ startedAt: minutesAgo(10), ...own });
const endedLive = (own: Partial<LiveView> = {}) =>
  runningLive({ state: "ended", endedAt: minutesAgo(1), ...own });
const liveVideo = (own: Partial<VideoView>): VideoView =>
  sampleVideo({ type: "live", liveType: "shoalRTMP", playable: false, live: liveView(), ...own });
const chatView = (own: Partial<LiveChatView>): LiveChatView => ({
  isOn: true,
  slowSec: 0,
  writers: "everybody",
  heldWords: [],
  consent: "",
  keptDays: 90,
  revision: 1,
  seq: 0,
  isOpen: false,
  messageCount: 0,
  heldCount: 0,
  ...own,
});

interface StageCase {
  /** The description of the live in the title of the test. */
  is: string;
  video: VideoView;
  /** The text of the badge on cards, on the video's page and in lists. */
  badge: string;
  /** The text that the window of the live shows. */
  preview: string;
  /** The text that is shown in place of the player. */
  title: string | RegExp;
  /** Whether viewers can write in the chat, and the text that explains why. */
  chat: [isOpen: boolean, text: string | RegExp];
  /** The actions that an editor has in the place of the player. */
  offers?: string[];
}

const RESTART_LABEL = "Restart live";
const CHAT_BEFORE_LIVE = /^The chat is on. It opens while the live is on air/;
const STAGE_CASES: StageCase[] = [
  {
    is: "that waits for its encoder",
    video: liveVideo({ encodingStatus: "stopped" }),
    badge: "Waiting for a signal",
    preview: "Waiting for your encoder",
    title: "Waiting for a signal",
    chat: [false, CHAT_BEFORE_LIVE],
  },
  {
    is: "with a start date",
    video: liveVideo({ encodingStatus: "stopped", startDate: new Date(NOW_MS + 3_600_000).toISOString() }),
    badge: "Scheduled",
    preview: "Waiting for your encoder",
    title: /^Scheduled for \d/,
    chat: [false, CHAT_BEFORE_LIVE],
  },
  {
    is: "that was restarted after a run",
    video: liveVideo({ encodingStatus: "stopped", live: runningLive({ endedAt: minutesAgo(60) }) }),
    badge: "Waiting for a signal",
    preview: "Waiting for your encoder",
    title: "Waiting for a signal",
    chat: [false, CHAT_BEFORE_LIVE],
  },
  {
    is: "whose encoder has connected",
    video: liveVideo({ encodingStatus: "waiting_for_encoding", live: liveView({ state: "connecting" }) }),
    badge: "Live starting",
    preview: "Connecting...",
    title: "Live starting",
    chat: [false, CHAT_BEFORE_LIVE],
  },
  {
    is: "on air",
    video: liveVideo({ encodingStatus: "encoding", live: runningLive({ state: "live" }) }),
    badge: "Live running",
    preview: "Live",
    title: "The live is on air",
    chat: [true, "The chat is open."],
  },
  {
    is: "that is interrupted",
    video: liveVideo({ encodingStatus: "encoding", live: runningLive({ state: "lost" }) }),
    badge: "No signal",
    preview: "Connexion lost.",
    title: "No signal",
    chat: [true, "The chat is open."],
  },
  {
    is: "whose encoder ended it",
    video: liveVideo({ encodingStatus: "encoding", live: runningLive({ state: "lost", isSignedOff: true }) }),
    badge: "Live ending",
    preview: "Encoder stopped",
    title: "The live is ending",
    chat: [true, "The chat is open."],
  },
  {
    is: "that is being stopped",
    video: liveVideo({ encodingStatus: "to_stop", live: runningLive({ state: "live", isOpen: false }) }),
    badge: "Stopping",
    preview: "Stopping...",
    title: "The live is stopping",
    chat: [true, "The chat is open."],
  },
  {
    is: "that has just ended, without a recording",
    video: liveVideo({ encodingStatus: "stopped", live: endedLive({ isOpen: false }) }),
    badge: "Live stopped",
    preview: "Live stopped",
    title: "This live is over",
    chat: [true, /^The live is over\. Viewers can write until \d\d:\d\d\.$/],
    offers: [RESTART_LABEL],
  },
  {
    is: "that ended long ago, with a recording",
    video: liveVideo({
      encodingStatus: "stopped",
      live: endedLive({ isOpen: false, endedAt: minutesAgo(60) }),
      archivesFromLive: ["recording-1"],
      archivesFromLiveSize: 1,
    }),
    badge: "Live stopped",
    preview: "Live stopped",
    title: "This live is over",
    chat: [false, "The live is over, and viewers can no longer write. Hosts still can."],
    offers: [RESTART_LABEL, "Watch recording"],
  },
  {
    is: "that has ended and accepts its encoder",
    video: liveVideo({
      encodingStatus: "stopped",
      live: endedLive({ endedAt: minutesAgo(60) }),
      archivesFromLive: ["recording-1", "recording-2"],
      archivesFromLiveSize: 2,
    }),
    badge: "Live stopped",
    preview: "Live stopped",
    title: "This live is over",
    chat: [false, "The live is over, and viewers can no longer write. Hosts still can."],
    offers: ["Watch recordings"],
  },
  {
    is: "that was stopped before it was on air",
    video: liveVideo({ encodingStatus: "stopped", live: liveView({ isOpen: false }) }),
    badge: "Live stopped",
    preview: "Live stopped",
    title: "This live is not on air",
    chat: [false, CHAT_BEFORE_LIVE],
    offers: [RESTART_LABEL],
  },
  {
    is: "that failed",
    video: liveVideo({
      encodingStatus: "error",
      error: true,
      errorType: "no_media",
      live: endedLive({ isOpen: false, fault: "no_media" }),
    }),
    badge: "Error",
    preview: "Error, stream stopped.",
    title: "This live has failed",
    chat: [true, /^The live is over\. Viewers can write until/],
    offers: [RESTART_LABEL],
  },
];

test.each(STAGE_CASES.map((row) => [row.is, row] as const))(
  "badge, window, player and chat agree on a live %s",
  async (_, { video, badge, preview, title, chat: [isOpen, said], offers = [] }) => {
    answer(routes.getVideo, () => video);
    const state = previewStateOf({ video, isPlayerThere: true, hasPollFailed: false });
    show(
      <>
        <section aria-label="badge">
          <StatusBadge video={video} />
        </section>
        <section aria-label="window">
          <PreviewStatus video={video} state={state} />
        </section>
        <section aria-label="player">
          <LiveStagePanel video={video} />
        </section>
        <ChatPhaseText uuid={video.uuid} chat={chatView({ isOpen })} />
      </>,
    );
    await expect.element(page.getByRole("region", { name: "badge" })).toHaveTextContent(badge);
    await expect
      .element(page.getByRole("region", { name: "window" }).getByRole("status"))
      .toHaveTextContent(preview);
    const player = page.getByRole("region", { name: "player" });
    await expect.element(player.getByText(title)).toBeVisible();
    await expect.element(page.getByText(said)).toBeVisible();
    const names = [...player.element().querySelectorAll("button, a")].map((each) => each.textContent);
    expect(names).toEqual(offers);
  },
);

test("a user who may not restart a live is offered only its recording", async () => {
  const video = liveVideo({
    encodingStatus: "stopped",
    live: endedLive({ isOpen: false }),
    archivesFromLive: ["recording-1"],
    archivesFromLiveSize: 1,
  });
  show(<LiveStagePanel video={video} />, { user: sampleUser({ roles: [], role: null }) });
  const link = page.getByRole("link", { name: "Watch recording" });
  await expect.element(link).toHaveAttribute("href", "/player/recording-1");
  expect(page.getByRole("button").query()).toBeNull();
});

test("the chat of an ended live tells until when viewers can write", async () => {
  answer(routes.getVideo, () => liveVideo({ encodingStatus: "stopped", live: endedLive() }));
  answer(routes.getLiveChat, () => chatView({ isOpen: true }));
  answer(routes.listLiveChatMessages, () => ({ messages: [], seq: 0, hasMore: false }));
  show(<LiveChatPart uuid="video-1" />);
  await page.getByRole("button", { name: "Show chat" }).click();
  await expect.element(page.getByText(/^The live is over\. Viewers can write until \d/)).toBeVisible();
});

test("the chat page shows the live and its state, with links to the live, its settings and the viewers' page", async () => {
  await page.viewport(390, 844);
  const video = liveVideo({
    title: "Harbour council, autumn session, the whole afternoon",
    encodingStatus: "encoding",
    live: runningLive({ state: "live" }),
  });
  answer(routes.getVideo, () => video);
  answer(routes.getLiveChat, () => chatView({ isOpen: true }));
  answer(routes.listLiveChatMessages, () => ({ messages: [], seq: 0, hasMore: false }));
  show(
    <Routes>
      <Route path="/chatLive/:liveId" element={<LiveChatPage />} />
    </Routes>,
    { path: `/chatLive/${video.uuid}` },
  );
  await expect.element(page.getByRole("heading", { level: 1, name: video.title })).toBeVisible();
  await expect.element(page.getByText("Live running")).toBeVisible();
  await expect.element(page.getByText("0 viewers")).toBeVisible();
  const back = page.getByRole("link", { name: "Back to live" });
  await expect.element(back).toHaveAttribute("href", expect.stringMatching(/^\/player\//));
  await expect
    .element(page.getByRole("link", { name: "Chat settings" }))
    .toHaveAttribute("href", expect.stringMatching(/section=chat$/));
  await expect.element(page.getByRole("link", { name: "Watch as a viewer" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  await page.viewport(1_280, 800);
});

test("a viewer's page that failed to load is reported and can be reloaded", async () => {
  refuse(routes.getLiveChat, new Refusal("video_not_found"));
  refuse(routes.getSettings, new Refusal("unavailable"));
  show(
    <Routes>
      <Route path="/chatLive/:liveId" element={<LiveChatPage />} />
    </Routes>,
    { path: "/chatLive/video-1" },
  );
  await expect.element(page.getByRole("alert")).toBeVisible();
  // A data URL stands for the edge, so the test needs no server.
  const edgeUrl = "data:text/plain,";
  answer(routes.getSettings, () => ({ edgeUrl, supportEmail: "", github: false, version: "" }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByTitle("Live chat")).toHaveAttribute("src", `${edgeUrl}/embed/video-1`);
});

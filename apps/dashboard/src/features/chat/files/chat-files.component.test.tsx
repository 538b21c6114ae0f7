import { type ChatFile, type ChatMessageView, routes } from "@shoal/contract";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { Chat } from "../chat.tsx";
import { resetChat } from "../store/use-chat.ts";
import { fakeSending } from "../testing/fake-sending.ts";
import { sampleMessage, sampleRoom, sampleRoomView } from "../testing/sample-chat.ts";

cleanAfterEach();
afterEach(resetChat);

const PIXEL_URL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
/** A WAV file with 2 ms of silence. */
const SILENT_AUDIO_URL =
  "data:audio/wav;base64,UklGRjQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YRAAAACAgICAgICAgICAgICAgICA";
const chatFile = (own: Partial<ChatFile>): ChatFile => ({
  uuid: own.name ?? "file",
  name: "file.pdf",
  size: 2_400_000,
  type: "application/pdf",
  kind: "pdf",
  extension: "pdf",
  url: PIXEL_URL,
  path: "/chat-files/x",
  audio: false,
  duration: null,
  waveform: null,
  width: null,
  height: null,
  thumbnail: null,
  isLocked: false,
  ...own,
});
const chatPicture = (name: string) =>
  chatFile({ name, type: "image/png", kind: "picture", extension: "png", width: 64, height: 48 });

function openChat(messages: ChatMessageView[] = []) {
  const room = sampleRoom({ lastPosition: 9, readPosition: 9, seq: 9 });
  answer(routes.listChatRooms, () => ({ rooms: [room], next: null, unseenMessages: 0 }));
  answer(routes.getChatRoom, () => sampleRoomView(room));
  answer(routes.checkUnseenMessages, () => ({ unseenMessages: 0 }));
  answer(routes.markChatRead, () => ({ readPosition: 9, unseenMessages: 0 }));
  answer(routes.listChatMessages, () => ({
    messages,
    hasBefore: false,
    hasAfter: false,
    seq: 9,
    readPosition: 9,
  }));
  show(
    <div style={{ display: "flex", height: 700, width: 1000 }}>
      <Chat room="room-1" onOpen={vi.fn()} onBack={vi.fn()} />
    </div>,
  );
}
const composer = () => page.getByRole("textbox", { name: "Message to Cutters" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
async function pasteFiles(...files: File[]): Promise<void> {
  await expect.element(composer()).toBeVisible();
  const clipboardData = new DataTransfer();
  for (const each of files) clipboardData.items.add(each);
  composer()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}
const pngFile = (name: string) => new File(["bytes"], name, { type: "image/png" });
const ownMessage = (form: FormData | undefined, position: number, files: ChatFile[]) =>
  sampleMessage({
    _id: String(form?.get("messageId")),
    sender: "manager",
    sender_id: "user-1",
    content: "",
    position,
    files,
  });

test("the files of a message are sent one after another with their progress, and each can be cancelled", async () => {
  const sent = fakeSending();
  openChat();
  await pasteFiles(pngFile("one.png"), pngFile("two.png"), pngFile("three.png"));
  await userEvent.keyboard("{Tab}");
  await composer().click();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.share(40, 100);
  await expect
    .element(page.getByRole("progressbar", { name: "Sending one.png" }))
    .toHaveAttribute("aria-valuenow", "40");
  await button("Cancel sending two.png").click();
  sent[0]?.end(ownMessage(sent[0].form, 10, [chatPicture("one.png")]));
  await expect.element(button("Open one.png")).toBeVisible();
  await expect.poll(() => sent.length).toBe(2);
  const [first, second] = sent.map(({ form }) => form);
  expect(second?.get("messageId")).toBe(first?.get("messageId"));
  expect(second?.get("name")).toBe("three.png");
  await button("Cancel sending three.png").click();
  expect(sent[1]?.isAborted).toBe(true);
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
});

test("a file whose response was lost is sent again with the same id, and a rejected file shows the reason", async () => {
  const sent = fakeSending();
  openChat();
  await pasteFiles(pngFile("one.png"));
  await button("Send").click();
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.disconnect();
  await expect.element(page.getByText("Waiting to be sent")).toBeVisible();
  await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(2);
  expect(sent[1]?.form.get("fileId")).toBe(sent[0]?.form.get("fileId"));
  sent[1]?.refuse("chat_file_refused");
  await expect.element(page.getByText("Not sent. This file cannot be sent.")).toBeVisible();
  await button("Try again").click();
  await expect.poll(() => sent.length).toBe(3);
});

test("files that cannot be sent are reported before anything is sent", async () => {
  const sent = fakeSending();
  openChat();
  await pasteFiles(
    new File(["PK"], "bomb.zip"),
    new File(["<svg/>"], "logo.svg"),
    new File([], "empty.png"),
    new File([new Uint8Array(25_000_001)], "film.mp4"),
  );
  const alert = page.getByRole("alert");
  for (const text of [
    "bomb.zip cannot be sent. You can send pictures, videos, audio and PDF files.",
    "logo.svg cannot be sent. You can send pictures, videos, audio and PDF files.",
    "empty.png was not attached: it is empty. Choose another file.",
    "film.mp4 was not attached: it is larger than 25 MB. Choose a smaller file.",
  ])
    await expect.element(alert.filter({ hasText: text })).toBeVisible();
  await expect.element(button("Send")).toBeDisabled();
  expect(sent).toEqual([]);
});

test("pictures open enlarged with arrow key navigation, and a PDF is downloaded", async () => {
  openChat([
    sampleMessage({ files: [chatPicture("a.png"), chatPicture("b.png"), chatFile({ name: "notes.pdf" })] }),
  ]);
  const link = page.getByRole("link", { name: "Download notes.pdf" });
  await expect.element(link.getByText("2.4 MB")).toBeVisible();
  await button("Open a.png").click();
  const dialog = page.getByRole("dialog", { name: "Attached pictures" });
  await expect.element(dialog.getByRole("img", { name: "a.png" })).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(dialog.getByRole("img", { name: "b.png" })).toBeVisible();
  await expect.element(dialog.getByText("2 of 2")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a message shows thumbnails and posters, and loads large files only on request", async () => {
  const small = `${PIXEL_URL}#small`;
  const large = "data:image/png;base64,";
  openChat([
    sampleMessage({
      files: [
        { ...chatPicture("a.png"), url: large, thumbnail: small },
        { ...chatPicture("c.png"), url: PIXEL_URL, thumbnail: large },
        chatFile({
          name: "film.mp4",
          type: "video/mp4",
          kind: "video",
          // The tests never request this file.
          url: `${window.location.origin}/film.mp4`,
          thumbnail: small,
          duration: 75.4,
          width: 1080,
          height: 1920,
        }),
      ],
    }),
  ]);
  const sourceOf = (name: string) => button(`Open ${name}`).element().querySelector("img")?.src;
  await expect.element(button("Open a.png")).toBeVisible();
  expect(sourceOf("a.png")).toBe(small);
  // If a thumbnail cannot be loaded, the original is shown.
  await expect.poll(() => sourceOf("c.png")).toBe(PIXEL_URL);
  const film = page.getByLabelText("film.mp4", { exact: true }).element() as HTMLVideoElement;
  expect([film.poster, film.preload]).toEqual([small, "none"]);
  // The video is in portrait format, and its space is reserved before it loads.
  expect(film.offsetHeight).toBeGreaterThan(film.offsetWidth);
  await expect.element(page.getByText("1:15")).toBeVisible();
});

test.each([
  ["moves", false, `${PIXEL_URL}#moving`],
  ["stands still for those who wish so", true, `${PIXEL_URL}#still`],
])("an animated GIF %s", async (_what, isStill, shown) => {
  const { matchMedia } = window;
  const spy = vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const list = matchMedia.call(window, query);
    if (query.includes("reduced-motion")) Object.defineProperty(list, "matches", { value: isStill });
    return list;
  });
  onTestFinished(() => spy.mockRestore());
  const gif = {
    ...chatPicture("b.gif"),
    type: "image/gif",
    url: `${PIXEL_URL}#moving`,
    thumbnail: `${PIXEL_URL}#still`,
  };
  openChat([sampleMessage({ files: [gif] })]);
  await expect.element(button("Open b.gif")).toBeVisible();
  await expect.poll(() => button("Open b.gif").element().querySelector("img")?.src).toBe(shown);
});

test("a password-protected PDF is recognised, and still downloaded", async () => {
  openChat([sampleMessage({ files: [chatFile({ name: "contract.pdf", isLocked: true })] })]);
  const link = page.getByRole("link", { name: "Download contract.pdf. Password-protected" });
  await expect.element(link).toHaveAttribute("href", PIXEL_URL);
  await expect.element(page.getByText(/^Password-protected/)).toBeVisible();
});

test("an uploaded audio file is shown once, with its name, waveform and download", async () => {
  const sound = chatFile({
    name: "score.mp3",
    type: "audio/mpeg",
    kind: "audio",
    url: SILENT_AUDIO_URL,
    duration: 61,
    waveform: [0, 90],
  });
  openChat([sampleMessage({ files: [sound, { ...sound, uuid: "raw", name: "raw.wav", waveform: null }] })]);
  const player = page.getByRole("group", { name: "score.mp3" });
  await expect.element(player.getByRole("link", { name: "Download score.mp3" })).toBeVisible();
  expect(page.getByRole("link", { name: "Download score.mp3" }).elements()).toHaveLength(1);
  await expect.element(player.getByText("1:01")).toBeVisible();
  const heights = [...player.element().querySelectorAll("rect")].map((bar) =>
    Number(bar.getAttribute("height")),
  );
  expect([heights[0], heights.at(-1)]).toEqual([2, 27]);
  // If the message has no waveform, no bars are drawn.
  expect(page.getByRole("group", { name: "raw.wav" }).element().querySelector("rect")).toBeNull();
});

test("the speed button changes the playback rate, and the arrow keys change the position", async () => {
  const sound = chatFile({
    name: "score.mp3",
    type: "audio/mpeg",
    kind: "audio",
    url: SILENT_AUDIO_URL,
    duration: 61,
  });
  openChat([sampleMessage({ files: [sound] })]);
  const player = page.getByRole("group", { name: "score.mp3" });
  await expect.element(player).toBeVisible();
  const audio = player.element().querySelector("audio") as HTMLAudioElement;
  for (const [shown, rate] of [
    ["1×", 1.5],
    ["1.5×", 2],
    ["2×", 1],
  ] as const) {
    await player.getByRole("button", { name: `Speed: ${shown}` }).click();
    expect(audio.playbackRate).toBe(rate);
  }
  const position = player.getByRole("slider", { name: "Position" });
  (position.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(position).toHaveAttribute("aria-valuetext", "0:02");
});

/** Simulates a microphone that returns the given stream. */
function plugInMicrophone(stream: () => Promise<MediaStream>): void {
  const spy = vi.spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation(stream);
  onTestFinished(() => spy.mockRestore());
}

test("an audio message can be recorded, played, and sent with its duration and waveform", async () => {
  const sent = fakeSending();
  const context = new AudioContext();
  onTestFinished(() => context.close());
  const tone = context.createOscillator();
  const { stream } = tone.connect(context.createMediaStreamDestination()) as MediaStreamAudioDestinationNode;
  tone.start();
  plugInMicrophone(async () => stream.clone());
  openChat();
  await button("Record audio message").click();
  await expect.element(page.getByText(/^0:0[1-9] \/ 10:00$/)).toBeVisible();
  await expect.element(button("Stop recording")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Send audio message")).toHaveFocus();
  await expect.element(page.getByRole("slider", { name: "Position" })).toBeEnabled();
  await button("Speed: 1×").click();
  await expect.element(button("Speed: 1.5×")).toBeVisible();
  await button("Send audio message").click();
  await expect.poll(() => sent.length).toBe(1);
  const form = sent[0]?.form;
  expect(form?.get("audio")).toBe("true");
  expect(Number(form?.get("durationMs"))).toBeGreaterThanOrEqual(1_000);
  expect(String(form?.get("waveform"))).toMatch(/^\d+(,\d+)+$/);
  const bytes = form?.get("file");
  expect(bytes instanceof File && bytes.size).toBeGreaterThan(100);
  await expect.element(composer()).toBeVisible();
});

test("a refused microphone shows an error, and the text can still be edited", async () => {
  plugInMicrophone(() => Promise.reject(new DOMException("no", "NotAllowedError")));
  openChat();
  await button("Record audio message").click();
  await expect.element(page.getByText(/^The browser blocks the microphone/)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(composer()).toHaveFocus();
});

test("on iOS, where the browser cannot record, a notice says so in place of the button", async () => {
  vi.stubGlobal("MediaRecorder", { isTypeSupported: () => false });
  const agent = vi
    .spyOn(navigator, "userAgent", "get")
    .mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 13_0)");
  onTestFinished(() => {
    vi.unstubAllGlobals();
    agent.mockRestore();
  });
  openChat();
  await expect.element(page.getByText("Audio messages do not work on iOS.")).toBeVisible();
  expect(button("Record audio message").query()).toBeNull();
});

import { type ChatMessageView, type ChatRoomSummary, routes } from "@shoal/contract";
import { useState } from "react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { Chat } from "./chat.tsx";
import { resetChat } from "./store/use-chat.ts";
import { fakeSending } from "./testing/fake-sending.ts";
import { sampleMessage, sampleRoom, sampleRoomView } from "./testing/sample-chat.ts";

cleanAfterEach();
afterEach(resetChat);

const ROOMS = [
  sampleRoom({ uuid: "room-1", roomName: "Cutters", lastPosition: 9, readPosition: 9, seq: 9 }),
  sampleRoom({ uuid: "room-2", roomName: "Sound", lastPosition: 9, readPosition: 9, seq: 9 }),
];

/** Renders chat as on its page, where the user switches between rooms. */
function RoomSwitcher() {
  const [room, setRoom] = useState<string>("room-1");
  return (
    <div style={{ display: "flex", height: 700, width: 1000 }}>
      <Chat room={room} onOpen={({ uuid }: ChatRoomSummary) => setRoom(uuid)} onBack={vi.fn()} />
    </div>
  );
}

function openChat(messages: ChatMessageView[] = [sampleMessage()]): void {
  answer(routes.listChatRooms, () => ({ rooms: ROOMS, next: null, unseenMessages: 0 }));
  answer(routes.getChatRoom, ({ params }) => {
    const found = ROOMS.find(({ uuid }) => uuid === params.id);
    if (!found) throw new Refusal("chat_room_not_found");
    return sampleRoomView(found);
  });
  answer(routes.checkUnseenMessages, () => ({ unseenMessages: 0 }));
  answer(routes.markChatRead, () => ({ readPosition: 9, unseenMessages: 0 }));
  answer(routes.listChatMessages, () => ({
    messages,
    hasBefore: false,
    hasAfter: false,
    seq: 9,
    readPosition: 9,
  }));
  show(<RoomSwitcher />);
}
const button = (name: string) => page.getByRole("button", { name, exact: true });
const composer = (room: string) => page.getByRole("textbox", { name: `Message to ${room}` });
const isLeavingBlocked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const pngFile = (name: string) => new File(["bytes"], name, { type: "image/png" });

test("files can be dropped anywhere on the conversation, and leaving the page is confirmed while they are being sent", async () => {
  const sent = fakeSending();
  openChat();
  const message = page.getByText("Text 1");
  await expect.element(message).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(pngFile("one.png"));
  const over = (type: string) =>
    message.element().dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  over("dragover");
  await expect.element(page.getByText("Drop files to add them to your message to Cutters")).toBeVisible();
  over("drop");
  await expect.element(page.getByText("Drop files to add them to your message to Cutters")).not.toBeVisible();
  await expect.element(page.getByText("one.png")).toBeVisible();
  expect(isLeavingBlocked()).toBe(false);
  await button("Send").click();
  await expect.poll(() => sent.length).toBe(1);
  expect(isLeavingBlocked()).toBe(true);
  sent[0]?.end(
    sampleMessage({
      _id: String(sent[0].form.get("messageId")),
      sender_id: "user-1",
      position: 10,
      content: "",
    }),
  );
  await expect.poll(isLeavingBlocked).toBe(false);
});

test("editing a message that was changed on another page shows both texts, and either can be kept", async () => {
  const own = sampleMessage({
    _id: "mine",
    sender: "manager",
    sender_id: "user-1",
    content: "First",
    position: 9,
  });
  openChat([own]);
  const elsewhere = { ...own, content: "From my phone", revision: 2, seq: 10, edited: true };
  const saved = answer(routes.updateChatMessage, ({ body }) => {
    const { content, revision } = body as { content: string; revision: number };
    if (revision !== elsewhere.revision) throw new Refusal("edit_conflict");
    return { ...elsewhere, content, revision: 3, seq: 11 };
  });
  await composer("Cutters").click();
  await userEvent.keyboard("{ArrowUp}");
  const field = page.getByRole("textbox", { name: "Edit your message" });
  await field.fill("From my desk");
  answer(routes.listChatMessages, () => ({
    messages: [elsewhere],
    hasBefore: false,
    hasAfter: false,
    seq: 10,
    readPosition: 9,
  }));
  await userEvent.keyboard("{Enter}");
  const alert = page.getByRole("alert").filter({ hasText: "This message was changed on another page" });
  await expect.element(alert.getByText("From my phone")).toBeVisible();
  await expect.element(alert.getByText("From my desk")).toBeVisible();
  await expect.element(field).toHaveValue("From my desk");
  await expect.element(button("Keep saved text")).toBeVisible();
  await button("Save my text").click();
  await expect.poll(() => saved.map(({ body }) => (body as { revision: number }).revision)).toEqual([1, 2]);
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByText("From my desk")).toBeVisible();
});

test("a recording continues while another room is open, and is sent to its own room", async () => {
  const sent = fakeSending();
  const context = new AudioContext();
  onTestFinished(() => context.close());
  const tone = context.createOscillator();
  const { stream } = tone.connect(context.createMediaStreamDestination()) as MediaStreamAudioDestinationNode;
  tone.start();
  const tracks: MediaStreamTrack[] = [];
  const microphone = vi.spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation(async () => {
    const copy = stream.clone();
    tracks.push(...copy.getTracks());
    return copy;
  });
  onTestFinished(() => microphone.mockRestore());
  openChat();
  await button("Record audio message").click();
  await expect.element(button("Stop recording")).toBeVisible();
  await page.getByRole("button", { name: /Sound/ }).first().click();
  await expect.element(page.getByText("You are recording an audio message in Cutters.")).toBeVisible();
  await expect.element(button("Record audio message")).toBeDisabled();
  expect(tracks.map(({ readyState }) => readyState)).toEqual(["live"]);
  expect(isLeavingBlocked()).toBe(true);
  await button("Go back").click();
  await button("Stop recording").click();
  expect(tracks.map(({ readyState }) => readyState)).toEqual(["ended"]);
  await button("Send audio message").click();
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(["/api/chatMessages/file/room-1"]);
});

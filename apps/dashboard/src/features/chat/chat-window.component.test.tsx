import { type ChatMessages, routes } from "@shoal/contract";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { WindowDock } from "../../components/ui/windows/window-dock.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { chatWindow } from "./chat-window.tsx";
import { resetChat } from "./store/use-chat.ts";
import { sampleMessage, sampleRoom, sampleRoomView } from "./testing/sample-chat.ts";

cleanAfterEach();
afterEach(() => {
  windows.closeAll();
  resetChat();
});

const ROOMS = [
  sampleRoom({ uuid: "room-1", roomName: "Cutters" }),
  sampleRoom({ uuid: "room-2", roomName: "Divers", kind: "custom", type: "custom" }),
];
const MESSAGE_COUNT = 40;

beforeEach(() => {
  answer(routes.listChatRooms, () => ({ rooms: ROOMS, next: null, unseenMessages: 0 }));
  answer(routes.getChatRoom, ({ params }) =>
    sampleRoomView(ROOMS.find(({ uuid }) => uuid === params.id) ?? sampleRoom()),
  );
  answer(routes.checkUnseenMessages, () => ({ unseenMessages: 0 }));
  answer(
    routes.listChatMessages,
    ({ params }): ChatMessages => ({
      messages: Array.from({ length: MESSAGE_COUNT }, (_, n) =>
        sampleMessage({ position: n + 1, roomId: params.id ?? "" }),
      ),
      hasBefore: false,
      hasAfter: false,
      seq: MESSAGE_COUNT,
      readPosition: MESSAGE_COUNT,
    }),
  );
  show(<WindowDock contents={{ chat: chatWindow }} />);
  windows.open("chat");
});

/** Prevents browser windows from opening. @returns the arguments of the suppressed calls. */
function catchOpenedWindows() {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  return opened.mock.calls;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const roomButton = (name: string) =>
  page.getByRole("navigation", { name: "Conversations" }).getByRole("button", { name: new RegExp(name) });
const composer = (name: string) => page.getByRole("textbox", { name: `Message to ${name}` });
const popOutButton = button("Open Chat in a separate window");

test("the chat window pops out to a browser window of 1200 by 750 at its open room, and closes on the page", async () => {
  const opened = catchOpenedWindows();
  await roomButton("Divers").click();
  await composer("Divers").fill("Half a thought");
  await popOutButton.click();
  expect(opened).toEqual([["#/chat/custom/room-2", "chat", "popup,width=1200,height=750"]]);
  await expect.element(composer("Divers")).not.toBeInTheDocument();

  // The reopened window shows the room that was open when it was closed.
  windows.open("chat");
  await expect.element(composer("Divers")).toHaveValue("Half a thought");
  await button("Back to conversations").click();
  await popOutButton.click();
  expect(opened[1]?.[0]).toBe("#/chat");
});

test("a minimised window keeps its draft and its scroll position", async () => {
  await roomButton("Cutters").click();
  await composer("Cutters").fill("Half a thought");
  const list = page.getByRole("region", { name: "Messages in Cutters" });
  const scroller = list.element();
  await expect.element(page.getByText(`Text ${MESSAGE_COUNT}`, { exact: true })).toBeVisible();
  scroller.scrollTop = 300;
  await expect.element(page.getByText("Text 5", { exact: true })).toBeVisible();
  await button("Reduce Chat").click();
  await expect.element(composer("Cutters")).not.toBeInTheDocument();
  await button("Enlarge Chat").click();
  await expect.element(composer("Cutters")).toHaveValue("Half a thought");
  await expect.poll(() => scroller.scrollTop).toBe(300);
  await expect.element(page.getByText("Text 5", { exact: true })).toBeVisible();
});

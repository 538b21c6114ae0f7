import { type ChatMessages, type ChatRoomSummary, routes } from "@shoal/contract";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { Chat } from "../chat.tsx";
import { resetChat } from "../store/use-chat.ts";
import { sampleMessage, sampleRoom, sampleRoomView } from "../testing/sample-chat.ts";

cleanAfterEach();
afterEach(() => {
  resetChat();
  localStorage.clear();
});

const ROOMS = [
  sampleRoom({ uuid: "room-1", roomName: "Cutters" }),
  sampleRoom({ uuid: "room-2", roomName: "Divers" }),
];

/** Responds to the calls of two rooms. @returns the recorded choices and requests for messages. */
function answerRooms() {
  const rooms = new Map(ROOMS.map((room) => [room.uuid, room]));
  const roomOf = (id = "") => rooms.get(id) ?? sampleRoom();
  answer(routes.listChatRooms, () => ({ rooms: [...rooms.values()], next: null, unseenMessages: 0 }));
  answer(routes.getChatRoom, ({ params }) => sampleRoomView(roomOf(params.id)));
  answer(routes.checkUnseenMessages, () => ({ unseenMessages: 0 }));
  const chosen = answer(routes.chooseForChatRoom, ({ params, body }): ChatRoomSummary => {
    const room = { ...roomOf(params.id), ...(body as Partial<ChatRoomSummary>) };
    rooms.set(room.uuid, room);
    return room;
  });
  const read = answer(
    routes.listChatMessages,
    ({ params }): ChatMessages => ({
      messages: [1, 2].map((position) =>
        sampleMessage({
          position,
          roomId: params.id ?? "",
          timestamp: `2026-03-0${position + 3}T05:06:07.000Z`,
        }),
      ),
      hasBefore: false,
      hasAfter: false,
      seq: 2,
      readPosition: 2,
    }),
  );
  return { chosen, read };
}

/** Renders the given rooms side by side, as the chat page and a chat window would. */
const showRooms = (...rooms: string[]) =>
  show(
    <div style={{ display: "grid", gridTemplateColumns: "1fr 1fr", height: 600 }}>
      {rooms.map((room) => (
        <Chat key={room} room={room} onOpen={vi.fn()} onBack={vi.fn()} />
      ))}
    </div>,
  );

const composer = (room: string) => page.getByRole("textbox", { name: `Message to ${room}` });

test("text can be typed in two rooms at the same time, and each keeps its own draft", async () => {
  answerRooms();
  showRooms("room-1", "room-2");
  await composer("Cutters").fill("The blue one");
  await composer("Divers").fill("At noon");
  await userEvent.click(composer("Cutters"));
  await userEvent.keyboard(", please");
  await expect.element(composer("Cutters")).toHaveValue("The blue one, please");
  await expect.element(composer("Divers")).toHaveValue("At noon");
});

test("a reopened room shows its draft", async () => {
  const Switch = () => {
    const [room, setRoom] = useState("room-1");
    return (
      <>
        <button type="button" onClick={() => setRoom(room === "room-1" ? "room-2" : "room-1")}>
          Switch
        </button>
        <Chat room={room} onOpen={vi.fn()} onBack={vi.fn()} />
      </>
    );
  };
  answerRooms();
  show(<Switch />);
  await composer("Cutters").fill("Half a thought");
  await page.getByRole("button", { name: "Switch" }).click();
  await expect.element(composer("Divers")).toHaveValue("");
  await page.getByRole("button", { name: "Switch" }).click();
  await expect.element(composer("Cutters")).toHaveValue("Half a thought");
});

test("a room can be muted, archived, and opened at a date", async () => {
  const { chosen, read } = answerRooms();
  showRooms("room-1");
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More actions for this conversation" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Mute");
  await expect.poll(() => chosen.map(({ body }) => body)).toEqual([{ isMuted: true }]);
  await choose("Archive");
  await expect.poll(() => chosen.at(-1)?.body).toEqual({ isArchived: true });
  await choose("Jump to date");
  const dialog = page.getByRole("dialog", { name: "Jump to date" });
  await dialog.getByRole("textbox", { name: "Date" }).fill("05/03/2026");
  await dialog.getByRole("button", { name: "Show" }).click();
  await expect
    .poll(() => read.at(-1)?.query)
    .toMatchObject({ aroundDate: new Date("2026-03-05T00:00:00").toISOString() });
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a starred room is listed first, and returns to its place without the star", async () => {
  const { chosen } = answerRooms();
  showRooms("room-2");
  const listed = () =>
    page
      .getByRole("navigation", { name: "Conversations" })
      .getByRole("button", { name: /Cutters|Divers/ })
      .elements()
      .map(({ textContent }) => /Cutters|Divers/.exec(textContent ?? "")?.[0]);
  await expect.element(composer("Divers")).toBeVisible();
  expect(listed()).toEqual(["Cutters", "Divers"]);
  const star = page.getByRole("button", { name: "Star", exact: true });
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect.poll(listed).toEqual(["Divers", "Cutters"]);
  await expect.element(page.getByLabelText("Starred")).toBeVisible();
  const unstar = page.getByRole("button", { name: "Unstar" });
  await expect.element(unstar).toHaveAttribute("aria-pressed", "true");
  await unstar.click();
  await expect.poll(listed).toEqual(["Cutters", "Divers"]);
  await expect.element(page.getByLabelText("Starred")).not.toBeInTheDocument();
  expect(chosen.map(({ params, body }) => [params.id, body])).toEqual([
    ["room-2", { isStarred: true }],
    ["room-2", { isStarred: false }],
  ]);
});

test("a star that the server refuses is not shown, and the error is reported", async () => {
  answerRooms();
  refuse(routes.chooseForChatRoom, new Refusal("unavailable"));
  showRooms("room-1");
  await page.getByRole("button", { name: "Star", exact: true }).click();
  await expect.element(page.getByText("The server does not respond. Try again later.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Star", exact: true })).toBeVisible();
  await expect.element(page.getByLabelText("Starred")).not.toBeInTheDocument();
});

import { AppError, type ChatMessages, type ChatMessageView, routes, type UserView } from "@shoal/contract";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { RealtimeSocket } from "../../lib/realtime.ts";
import { realtimeSocket } from "../../lib/realtime-socket.ts";
import { session } from "../../lib/session.ts";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleClient, sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { Chat } from "./chat.tsx";
import { resetChat } from "./store/use-chat.ts";
import { sampleMessage, sampleRoom, sampleRoomView } from "./testing/sample-chat.ts";

cleanAfterEach();
afterEach(resetChat);

const ROOMS = [
  sampleRoom({
    uuid: "room-1",
    roomName: "Cutters",
    lastMessage: sampleMessage({ position: 60, content: "**Cut 3** is `ready`" }),
    unreadCount: 3,
    readPosition: 57,
    lastPosition: 60,
    seq: 60,
  }),
  sampleRoom({
    uuid: "room-2",
    roomName: "ben",
    kind: "private",
    type: "custom",
    with: { uuid: "user-3", username: "ben" },
  }),
];

/** A list of rooms with a single room and no unread messages. */
const READ_ROOMS = [{ ...(ROOMS[0] as (typeof ROOMS)[number]), unreadCount: 0, readPosition: 60 }];

const ARCHIVED_ROOMS = READ_ROOMS.map((room) => ({ ...room, kind: "project" as const, can: [] }));

const numbersBetween = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** Simulates the API of a room with the given number of messages, which it returns in pages. */
function answerMessages(count: number, own: (position: number) => Partial<ChatMessageView> = () => ({})) {
  const all = numbersBetween(1, count).map((position) => sampleMessage({ position, ...own(position) }));
  return answer(routes.listChatMessages, ({ query }): ChatMessages => {
    const { before, after, around } = query;
    const [from, to] = before
      ? [Number(before) - 50, Number(before) - 1]
      : after
        ? [Number(after) + 1, Number(after) + 50]
        : around
          ? [Number(around) - 25, Number(around) + 24]
          : [count - 49, count];
    const messages = all.filter(({ position }) => position >= from && position <= to);
    return {
      messages,
      hasBefore: from > 1,
      hasAfter: to < count,
      seq: count,
      readPosition: ROOMS[0]?.readPosition ?? 0,
    };
  });
}

function openChat(room?: string, rooms = ROOMS, user?: UserView) {
  answer(routes.listChatRooms, ({ query }) => ({
    rooms: rooms.filter(({ kind }) => query.kind === "all" || kind === query.kind),
    next: null,
    unseenMessages: 3,
  }));
  answer(routes.getChatRoom, ({ params }) => {
    const found = rooms.find(({ uuid }) => uuid === params.id);
    if (!found) throw new Refusal("chat_room_not_found");
    return sampleRoomView(found);
  });
  answer(routes.checkUnseenMessages, () => ({ unseenMessages: 3 }));
  answer(routes.markChatRead, ({ body }) => ({
    readPosition: (body as { position: number }).position,
    unseenMessages: 0,
  }));
  const onOpen = vi.fn();
  show(
    <div style={{ display: "flex", height: 600, width: 1000 }}>
      <Chat room={room} onOpen={onOpen} onBack={vi.fn()} />
    </div>,
    user ? { user } : {},
  );
  return onOpen;
}

const exactText = (words: string) => page.getByText(words, { exact: true });
const composer = () => page.getByRole("textbox", { name: "Message to Cutters" });

test("rooms are listed with their last message as plain text and what is unread, filtered by their kind, and open", async () => {
  const onOpen = openChat();
  const team = page.getByRole("button", { name: /Cutters.*3 unread messages/ });
  await expect.element(team).toBeVisible();
  await expect.element(exactText("anna: Cut 3 is ready")).toBeVisible();
  await page.getByText("Private Rooms").click();
  await expect.element(team).not.toBeInTheDocument();
  await page.getByRole("button", { name: /ben/ }).click();
  expect(onOpen.mock.calls[0]?.[0].uuid).toBe("room-2");
});

/** Connects a fake socket that has joined all rooms. @returns a function that fires one of its events. */
function connectSocket(): (event: string) => void {
  const handlers = new Map<string, Set<() => void>>();
  const socket = {
    connected: true,
    on: (event: string, handle: () => void) =>
      handlers.set(event, (handlers.get(event) ?? new Set<() => void>()).add(handle)),
    off: (event: string, handle: () => void) => handlers.get(event)?.delete(handle),
    emit: () => undefined,
    timeout: () => ({ emitWithAck: async () => ({ isIn: true, people: [] }) }),
  };
  realtimeSocket.set(socket as unknown as RealtimeSocket);
  onTestFinished(() => realtimeSocket.set(undefined));
  return (event) => {
    for (const handle of handlers.get(event) ?? []) handle();
  };
}

test("a room that the reader left while the page was disconnected is no longer listed", async () => {
  const fire = connectSocket();
  openChat();
  const ben = page.getByRole("button", { name: /ben/ });
  await expect.element(ben).toBeVisible();
  fire("disconnect");
  const asked = answer(routes.listChatRooms, () => ({
    rooms: ROOMS.slice(0, 1),
    next: null,
    unseenMessages: 0,
  }));
  const read = refuse(routes.getChatRoom, new Refusal("chat_room_not_found"));
  fire("connect");
  await expect.element(ben).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /Cutters/ })).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(read.map(({ params }) => params.id)).toEqual(["room-2"]);
});

test("an unreadable list shows an error, and can be reloaded", async () => {
  openChat();
  refuse(routes.listChatRooms, new Refusal("unavailable"));
  await expect.element(page.getByText("The server does not respond. Try again later.")).toBeVisible();
  answer(routes.listChatRooms, () => ({ rooms: [], next: null, unseenMessages: 0 }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("No conversations yet")).toBeVisible();
});

test("a conversation opens at its first unread message, marks visible messages as read, and scrolls back to its beginning", async () => {
  const asked = answerMessages(120);
  const rooms = [{ ...(ROOMS[0] as (typeof ROOMS)[number]), readPosition: 117, lastPosition: 120, seq: 120 }];
  openChat("room-1", rooms);
  const read = answer(routes.markChatRead, ({ body }) => ({
    readPosition: (body as { position: number }).position,
    unseenMessages: 0,
  }));
  await expect.element(page.getByText("New messages")).toBeVisible();
  await expect.element(exactText("Text 120")).toBeVisible();
  expect(asked[0]?.query).toMatchObject({ around: "117" });
  await expect.poll(() => read.at(-1)?.body).toEqual({ position: 120 });
  const scroller = page.getByRole("region", { name: "Messages in Cutters" }).element();
  await expect
    .poll(() => {
      scroller.scrollTop = 0;
      return page.getByText("This is the beginning of the conversation.").query() !== null;
    })
    .toBe(true);
  await expect.element(exactText("Text 1")).toBeVisible();
});

test("sent messages appear immediately, once and in order, even while the server is unavailable", async () => {
  answerMessages(2);
  openChat("room-1", READ_ROOMS);
  const waiting: (() => void)[] = [];
  let position = 60;
  const sent = answer(routes.createChatMessage, async ({ body }) => {
    const { messageId, content } = body as { messageId: string; content: string };
    if (sent.length === 1) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      throw new Refusal("unavailable");
    }
    position += 1;
    return sampleMessage({ _id: messageId, content, position, sender: "manager", sender_id: "user-1" });
  });
  await composer().fill("**First**\nline two");
  await userEvent.keyboard("{Enter}");
  await composer().fill("Second");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Waiting to be sent")).toBeVisible();
  expect(document.querySelector("strong")?.textContent).toBe("First");
  await expect.element(composer()).toHaveValue("");
  waiting[0]?.();
  await expect.poll(() => sent.length).toBe(3);
  const bodies = sent.map(({ body }) => body as { messageId: string; content: string });
  expect(bodies.map(({ content }) => content)).toEqual([
    "**First**\nline two",
    "**First**\nline two",
    "Second",
  ]);
  expect(bodies[0]?.messageId).toBe(bodies[1]?.messageId);
  await expect.element(page.getByText(/Waiting|Sending/)).not.toBeInTheDocument();
  expect(page.getByText("Second").elements()).toHaveLength(1);
});

test("a rejected message stays with the reason and can be sent again", async () => {
  answerMessages(2);
  openChat("room-1", READ_ROOMS);
  refuse(routes.createChatMessage, new Refusal("forbidden"));
  await composer().fill("Too early");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("alert").filter({ hasText: "Not sent. Your role does not allow this action." }))
    .toBeVisible();
  const sent = answer(routes.createChatMessage, ({ body }) =>
    sampleMessage({ _id: (body as { messageId: string }).messageId, content: "Too early", position: 61 }),
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(page.getByText(/^Not sent/)).not.toBeInTheDocument();
});

test("a message of 10,001 characters is not sent, and the limit is shown", async () => {
  answerMessages(2);
  openChat("room-1", READ_ROOMS);
  await composer().fill("x".repeat(10_001));
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText("Your message has 10,001 characters. The maximum is 10,000."))
    .toBeVisible();
});

test("markup in messages is shown as text, and only web links are links", async () => {
  const hostile = '<img src=x onerror="window.hit=1"> [a](javascript:alert(1)) https://example.org/a';
  answerMessages(1, () => ({ content: hostile }));
  openChat("room-1", READ_ROOMS);
  const link = page.getByRole("link", { name: "https://example.org/a" });
  await expect.element(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect.element(page.getByText(/<img src=x/)).toBeVisible();
  const inside = page.getByRole("region", { name: "Messages in Cutters" }).element();
  expect(inside.querySelectorAll("img, script, [onerror]")).toHaveLength(0);
  expect([...inside.querySelectorAll("a")].map(({ protocol }) => protocol)).toEqual(["https:"]);
});

test("a room to which the reader does not belong shows an error", async () => {
  openChat("room-9");
  await expect
    .element(page.getByText("This conversation does not exist, or you no longer have access to it."))
    .toBeVisible();
});

test("a message can be replied to, and Arrow Up in the empty field edits the reader's last message", async () => {
  const own = { sender: "manager", sender_id: "user-1" };
  answerMessages(3, (position) => (position === 2 ? own : {}));
  openChat("room-1", READ_ROOMS);
  await exactText("Text 3").hover();
  await page.getByRole("button", { name: "Reply" }).last().click();
  await expect.element(page.getByText("Reply to anna")).toBeVisible();
  const sent = answer(routes.createChatMessage, ({ body }) =>
    sampleMessage({ _id: (body as { messageId: string }).messageId, content: "Yes", position: 4, ...own }),
  );
  await composer().fill("Yes");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent[0]?.body).toMatchObject({ content: "Yes", replyMessage: "message-3" });
  await expect.element(page.getByText("Reply to anna")).not.toBeInTheDocument();
  const edited = answer(routes.updateChatMessage, ({ body }) =>
    sampleMessage({
      ...own,
      position: 2,
      seq: 5,
      edited: true,
      content: (body as { content: string }).content,
    }),
  );
  await expect.element(page.getByText(/Waiting|Sending/)).not.toBeInTheDocument();
  await composer().click();
  await userEvent.keyboard("{ArrowUp}");
  const field = page.getByRole("textbox", { name: "Edit your message" });
  await field.fill("Changed");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => edited[0]?.body).toMatchObject({ content: "Changed", revision: 1 });
  await expect.element(field).not.toBeInTheDocument();
});

test("an unsaved edit is kept while its message is scrolled out of view", async () => {
  answerMessages(120, (position) => (position === 120 ? { sender: "manager", sender_id: "user-1" } : {}));
  openChat("room-1", [
    { ...(READ_ROOMS[0] as (typeof ROOMS)[number]), readPosition: 120, lastPosition: 120, seq: 120 },
  ]);
  await expect.element(exactText("Text 120")).toBeVisible();
  await composer().click();
  await userEvent.keyboard("{ArrowUp}");
  const field = page.getByRole("textbox", { name: "Edit your message" });
  await field.fill("Half written");
  const scroller = page.getByRole("region", { name: "Messages in Cutters" }).element();
  await expect
    .poll(() => {
      scroller.scrollTop = 0;
      return page.getByText("This is the beginning of the conversation.").query() !== null;
    })
    .toBe(true);
  await expect.element(exactText("Text 119")).not.toBeInTheDocument();
  await expect.element(field).toHaveValue("Half written");
});

test("an emoji can be found by name and inserted at the caret with the keyboard", async () => {
  answerMessages(1);
  openChat("room-1", READ_ROOMS);
  await composer().fill("Well done");
  await userEvent.keyboard("{Home}");
  const list = page.getByRole("button", { name: "Insert emoji" });
  await list.click();
  const search = page.getByRole("searchbox", { name: "Search emoji" });
  await search.fill("no such thing");
  await expect.element(page.getByText("No emoji match your search.")).toBeVisible();
  await search.fill("party popper");
  await userEvent.keyboard("{Enter}");
  await expect.element(composer()).toHaveValue("🎉Well done");
  await expect.element(search).not.toBeInTheDocument();
});

test("a message marked as unread stays unread while it is visible", async () => {
  answerMessages(3);
  openChat("room-1", [
    { ...(READ_ROOMS[0] as (typeof READ_ROOMS)[number]), readPosition: 3, lastPosition: 3, seq: 3 },
  ]);
  const read = answer(routes.markChatRead, ({ body }) => ({
    readPosition: (body as { position: number }).position,
    unseenMessages: 2,
  }));
  await exactText("Text 2").hover();
  await page.getByRole("button", { name: "More actions for this message" }).first().click();
  await page.getByRole("menuitem", { name: "Mark as unread from here" }).click();
  await expect.element(page.getByText("New messages")).toBeVisible();
  await userEvent.hover(page.getByRole("heading", { name: "Cutters" }));
  await expect.element(exactText("Text 3")).toBeVisible();
  expect(read.map(({ body }) => body)).toEqual([{ position: 1, isBack: true }]);
});

test("a search covers the messages of all rooms, and results open at their position", async () => {
  const onOpen = openChat();
  const asked = answer(routes.searchChat, () => ({
    messages: [{ ...sampleMessage({ position: 7, content: "The harbour at noon" }), roomName: "Cutters" }],
    next: null,
  }));
  await expect.element(page.getByRole("button", { name: /Cutters/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("harbour");
  await page.getByText("Messages", { exact: true }).click();
  await page.getByRole("button", { name: /The harbour at noon/ }).click();
  expect(asked[0]?.query).toMatchObject({ search: "harbour" });
  await expect.poll(() => onOpen.mock.calls[0]?.[1]).toBe("message-7");
});

test("a team is made with its name, description and members, and its room opens", async () => {
  const user = sampleUser({ client_infos: [sampleClient({ vireed: true })] });
  const onOpen = openChat(undefined, ROOMS, user);
  answer(routes.getChatRoom, ({ params }) =>
    sampleRoomView(sampleRoom({ uuid: "room-9", roomName: params.id === "team-9" ? "Pilots" : "Another" })),
  );
  answer(routes.findUser, ({ params }) => ({ username: params.username }) as never);
  const created = answer(routes.createTeam, ({ body }) => ({ ...(body as object), uuid: "team-9" }) as never);
  await page.getByRole("button", { name: "New conversation" }).click();
  await page.getByRole("menuitem", { name: "New team", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New team" });
  await dialog.getByRole("textbox", { name: "Team name" }).fill("Pilots");
  await dialog.getByRole("textbox", { name: "Team description" }).fill("They bring ships in");
  await dialog.getByRole("textbox", { name: "Username" }).fill("ben");
  await dialog.getByRole("button", { name: "Add member" }).click();
  await expect.element(dialog.getByText("ben", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Create team" }).click();
  await expect.poll(() => onOpen.mock.calls[0]?.[0].roomName).toBe("Pilots");
  expect(created.map(({ body }) => body)).toEqual([
    {
      teamName: "Pilots",
      teamDescription: "They bring ships in",
      collabsTeam: [{ username: "ben", role: "viewer" }],
    },
  ]);
});

test("a client without projects is offered no teams", async () => {
  openChat();
  await page.getByRole("button", { name: "New conversation" }).click();
  await expect.element(page.getByRole("menuitem", { name: "New team room" })).toBeVisible();
  expect(page.getByRole("menuitem", { name: "New team", exact: true }).query()).toBeNull();
});

test("a room whose project is archived shows its messages without fields and buttons to write or react", async () => {
  answerMessages(60, () => ({
    reactions: [{ reaction: "👍", users: [{ uuid: "user-2", username: "anna" }] }],
  }));
  openChat("room-1", ARCHIVED_ROOMS);
  await expect.element(page.getByText("You can read this conversation but not write in it.")).toBeVisible();
  await expect.element(composer()).not.toBeInTheDocument();
  const reaction = page.getByRole("button", { name: "👍 anna" }).last();
  await expect.element(reaction).toHaveAttribute("aria-disabled", "true");
  // An archived room still shows who reacted to a message.
  await reaction.hover();
  await expect.element(page.getByRole("tooltip", { name: "anna" })).toBeVisible();
  await exactText("Text 60").hover();
  await page.getByRole("button", { name: "More actions for this message" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Copy link" })).toBeVisible();
  for (const name of ["Edit", "Delete"])
    await expect.element(page.getByRole("menuitem", { name, exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Add reaction" })).not.toBeInTheDocument();
});

test("people can still delete, but not edit, their own messages in a room whose project is archived", async () => {
  const own = { sender: "manager", sender_id: "user-1" };
  answerMessages(1, () => own);
  const deleted = answer(routes.deleteChatMessage, () =>
    sampleMessage({ ...own, content: "", deleted: true, revision: 2 }),
  );
  openChat("room-1", ARCHIVED_ROOMS);
  await exactText("Text 1").hover();
  await page.getByRole("button", { name: "More actions for this message" }).click();
  const entry = (name: string) => page.getByRole("menuitem", { name, exact: true });
  await expect.element(entry("Delete")).toBeVisible();
  await expect.element(entry("Edit")).not.toBeInTheDocument();
  await entry("Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => deleted.map(({ params }) => params.messageId)).toEqual(["message-1"]);
});

test("administrators who view a client are not offered new conversations, since they write in its support room", async () => {
  openChat();
  const offer = page.getByRole("button", { name: "New conversation" });
  await expect.element(offer).toBeVisible();
  session.setClientView({ uuid: "client-2", name: "Lagoon" });
  onTestFinished(() => session.setClientView(undefined));
  await expect.element(offer).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /Cutters/ })).toBeVisible();
});

test("text typed while an edited message is saved stays in the field", async () => {
  const own = { sender: "manager", sender_id: "user-1" };
  answerMessages(1, () => own);
  openChat("room-1", READ_ROOMS);
  const arrived = Promise.withResolvers<void>();
  const sent = answer(routes.updateChatMessage, async ({ body }) => {
    const { content, revision } = body as { content: string; revision: number };
    if (revision === 1) await arrived.promise;
    return sampleMessage({ ...own, position: 1, seq: 61, content, revision: revision + 1, edited: true });
  });
  await exactText("Text 1").hover();
  await page.getByRole("button", { name: "More actions for this message" }).click();
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("textbox", { name: "Edit your message" });
  await edit.fill("On Thursday");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => sent.length).toBe(1);
  await edit.fill("On Thursday at ten");
  arrived.resolve();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(edit).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toMatchObject([
    { content: "On Thursday", revision: 1 },
    { content: "On Thursday at ten", revision: 2 },
  ]);
});

test("the server's own message about an existing private conversation is shown", async () => {
  openChat();
  answer(routes.listChatPeople, () => [
    { uuid: "user-3", username: "ben", name: null, privateRoom: "room-2" },
  ]);
  answer(routes.checkPrivateChatRoom, () => {
    throw new Refusal("private_room_exists");
  });
  await page.getByRole("button", { name: "New conversation" }).click();
  await page.getByRole("menuitem", { name: "New private conversation" }).click();
  const dialog = page.getByRole("dialog", { name: "New private conversation" });
  await dialog.getByRole("button", { name: /ben/ }).click();
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent(new AppError("private_room_exists").message);
});

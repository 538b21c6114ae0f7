import { routes } from "@shoal/contract";
import { afterEach, expect, test, vi } from "vitest";
import { sampleMessage, sampleRoom, sampleRoomView } from "../../features/chat/testing/sample-chat.ts";
import { chatUnseenQuery } from "../../lib/chat-unseen.ts";
import { desktopNotices } from "../../lib/desktop-notices.ts";
import { queryClient } from "../../lib/queries.ts";
import type { RealtimeSocket } from "../../lib/realtime.ts";
import { realtimeSocket } from "../../lib/realtime-socket.ts";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ChatNews } from "./chat-button.tsx";

cleanAfterEach();
afterEach(() => {
  realtimeSocket.set(undefined);
  desktopNotices.turnOff();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the unread count is shown in the tab's title and on its icon until the messages are read", async () => {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]') ?? document.createElement("link");
  icon.rel = "icon";
  document.head.append(icon);
  let unseenMessages = 12;
  answer(routes.checkUnseenMessages, () => ({ unseenMessages }));
  show(<ChatNews />);
  await expect.poll(() => document.title).toMatch(/^\(10\+\) /);
  expect(icon.getAttribute("href")).toBe("/shoal-unread.svg");
  unseenMessages = 0;
  await queryClient.invalidateQueries({ queryKey: chatUnseenQuery.queryKey });
  await expect.poll(() => icon.getAttribute("href")).toBe("/shoal.svg");
  expect(document.title).not.toContain("(");
});

/** Replaces the browser's notifications. @returns the titles of the notifications that were shown. */
function stubNotifications(): { titles: string[]; bodies: unknown[] } {
  const titles: string[] = [];
  const bodies: unknown[] = [];
  class Recorded {
    static readonly permission = "granted";
    static requestPermission = async () => "granted";
    onclick: (() => void) | undefined;
    constructor(title: string, { body }: NotificationOptions) {
      titles.push(title);
      bodies.push(body);
    }
    close(): void {}
  }
  vi.stubGlobal("Notification", Recorded);
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  return { titles, bodies };
}

/** Creates a fake socket that passes on the events sent by the test. */
function fakeSocket() {
  type Handle = (data: unknown) => void;
  const handlers = new Map<string, Set<Handle>>();
  const socket = {
    connected: false,
    on: (event: string, handle: Handle) =>
      handlers.set(event, (handlers.get(event) ?? new Set<Handle>()).add(handle)),
    off: (event: string, handle: Handle) => handlers.get(event)?.delete(handle),
  };
  realtimeSocket.set(socket as unknown as RealtimeSocket);
  return {
    /** Returns whether the page listens for messages on the socket. */
    isHeard: () => (handlers.get("newMessage")?.size ?? 0) > 1,
    send(event: string, data: unknown): void {
      for (const handle of handlers.get(event) ?? []) handle(data);
    },
  };
}

test("private messages and mentions are shown as desktop notifications, unless the room is muted or archived", async () => {
  const { titles, bodies } = stubNotifications();
  await desktopNotices.turnOn();
  answer(routes.checkUnseenMessages, () => ({ unseenMessages: 1 }));
  const rooms = [
    sampleRoom({ uuid: "private", kind: "private" }),
    sampleRoom({ uuid: "team" }),
    sampleRoom({ uuid: "muted", isMuted: true }),
    sampleRoom({ uuid: "archived", kind: "private", isArchived: true }),
  ];
  const read = answer(routes.getChatRoom, ({ params }) =>
    sampleRoomView(rooms.find(({ uuid }) => uuid === params.id) ?? sampleRoom()),
  );
  const { send, isHeard } = fakeSocket();
  show(<ChatNews />);
  let position = 0;
  const write = (roomId: string, own: Parameters<typeof sampleMessage>[0] = {}) => {
    position += 1;
    send("newMessage", sampleMessage({ position, roomId, ...own }));
  };
  await expect.poll(isHeard).toBe(true);
  write("private");
  await expect.poll(() => titles).toEqual(["anna"]);
  write("muted", { mentionsRoom: true });
  write("archived");
  write("private", { sender_id: "user-1" });
  write("team");
  await expect.poll(() => read.map(({ params }) => params.id)).toContain("team");
  write("team", { sender: "ben", mentions: ["Manager"], content: "@Manager **Cut 3** is `ready`" });
  await expect.poll(() => titles.at(-1)).toMatch(/ben.*Cutters/);
  expect(titles).toHaveLength(2);
  expect(bodies.at(-1)).toBe("@Manager Cut 3 is ready");
});

import { CHAT_ACTIONS, CHAT_ROOM_KINDS, type ChatAction, type ChatRoomKind } from "@shoal/contract";
import { expect, test } from "vitest";
import { canInChat, listChatRights } from "./chat-rights.ts";

test.each<[ChatRoomKind, { owner: ChatAction[]; member: ChatAction[]; agent: ChatAction[] }]>([
  [
    "custom",
    {
      owner: ["write", "mentionRoom", "deleteAny", "pin", "rename", "addPeople", "removePeople", "leave"],
      member: ["write", "mentionRoom", "pin", "addPeople", "leave"],
      agent: ["write", "mentionRoom", "pin", "addPeople", "leave"],
    },
  ],
  [
    "team",
    {
      owner: ["write", "mentionRoom", "deleteAny", "pin"],
      member: ["write", "mentionRoom", "pin"],
      agent: ["write", "mentionRoom", "pin"],
    },
  ],
  ["private", { owner: ["write", "pin"], member: ["write", "pin"], agent: ["write", "pin"] }],
  [
    "support",
    {
      owner: ["write", "mentionRoom", "pin"],
      member: ["write", "mentionRoom"],
      agent: ["write", "mentionRoom", "deleteAny", "pin", "handOver"],
    },
  ],
])("in a %s room each may do what the table says", (kind, { owner, member, agent }) => {
  const room = { kind, isReadOnly: false };
  expect(listChatRights("owner", room)).toEqual(owner);
  expect(listChatRights("member", room)).toEqual(member);
  expect(listChatRights("agent", room)).toEqual(agent);
});

test("in the room of an archived project, members have no rights beyond reading", () => {
  expect(listChatRights("owner", { kind: "project", isReadOnly: false })).toContain("write");
  expect(listChatRights("owner", { kind: "project", isReadOnly: true })).toEqual([]);
});

test("people who are not in a room can do nothing in it", () => {
  const allowed = CHAT_ROOM_KINDS.flatMap((kind) =>
    CHAT_ACTIONS.filter((action) => canInChat(undefined, action, { kind, isReadOnly: false })),
  );
  expect(allowed).toEqual([]);
});

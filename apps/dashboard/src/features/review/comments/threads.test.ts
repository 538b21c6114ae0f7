import type { CommentView } from "@shoal/contract";
import { expect, test } from "vitest";
import { authorsOf, filterThreads, marksOf, NO_FILTER, threadsOf } from "./threads.ts";

const commentWith = (own: Partial<CommentView> & { uuid: string }): CommentView => ({
  project: "p",
  version: 1,
  frame: null,
  endFrame: null,
  text: "",
  hasDrawing: false,
  parent: null,
  isInternal: false,
  mentions: [],
  author: { name: "anna", isGuest: false },
  isMine: false,
  createdAt: "2026-01-01T00:00:00Z",
  editedAt: null,
  deletedAt: null,
  resolvedAt: null,
  resolvedBy: null,
  reactions: [],
  attachments: [],
  revision: 1,
  seq: 1,
  ...own,
});
const NO_UUIDS = new Set<string>();
const DELETED_AT = "2026-01-02T00:00:00Z";
const COMMENTS = [
  commentWith({ uuid: "late", frame: 50, text: "Trop foncé", resolvedAt: DELETED_AT, hasDrawing: true }),
  commentWith({ uuid: "whole", text: "Nice", isMine: true, author: { name: "me", isGuest: false } }),
  commentWith({ uuid: "early", frame: 2, endFrame: 9, createdAt: "2026-01-03T00:00:00Z" }),
  commentWith({
    uuid: "reply2",
    frame: 2,
    parent: "early",
    createdAt: "2026-01-05T00:00:00Z",
    mentions: ["me"],
  }),
  commentWith({ uuid: "reply1", frame: 2, parent: "early", createdAt: "2026-01-04T00:00:00Z", text: "No" }),
];
const THREADS = threadsOf(COMMENTS, NO_UUIDS);
const foundUuids = (own: Partial<typeof NO_FILTER>) =>
  filterThreads(THREADS, { ...NO_FILTER, ...own }, "me").map(({ root }) => root.uuid);

test("threads are sorted by frame after those on the whole version, and replies by time", () => {
  expect(THREADS.map(({ root }) => root.uuid)).toEqual(["whole", "early", "late"]);
  expect(THREADS[1]?.replies.map(({ uuid }) => uuid)).toEqual(["reply1", "reply2"]);
});

test("a deleted comment is shown while it has replies, or while its author can restore it", () => {
  const gone = [
    commentWith({ uuid: "answered", deletedAt: DELETED_AT }),
    commentWith({ uuid: "answer", parent: "answered" }),
    commentWith({ uuid: "alone", deletedAt: DELETED_AT }),
  ];
  expect(threadsOf(gone, NO_UUIDS).map(({ root }) => root.uuid)).toEqual(["answered"]);
  expect(threadsOf(gone, new Set(["alone"])).map(({ root }) => root.uuid)).toEqual(["alone", "answered"]);
});

test.each([
  [{}, ["whole", "early", "late"]],
  [{ resolved: "open" }, ["whole", "early"]],
  [{ resolved: "resolved" }, ["late"]],
  [{ isMine: true }, ["whole"]],
  [{ mentionsMe: true }, ["early"]],
  [{ hasDrawing: true }, ["late"]],
  [{ person: "anna" }, ["early", "late"]],
  [{ search: "TROP FONCE" }, ["late"]],
  [{ search: "anna" }, ["early", "late"]],
  [{ resolved: "open", hasDrawing: true }, []],
] as const)("the filter %o finds %o", (filter, uuids) => {
  expect(foundUuids(filter)).toEqual(uuids);
});

test("the timeline contains comments on frames, and the list of authors has no duplicates", () => {
  expect(
    marksOf(THREADS).map(({ uuid, frame, endFrame, isResolved }) => [uuid, frame, endFrame, isResolved]),
  ).toEqual([
    ["early", 2, 9, false],
    ["late", 50, null, true],
  ]);
  expect(authorsOf(THREADS)).toEqual(["anna", "me"]);
});

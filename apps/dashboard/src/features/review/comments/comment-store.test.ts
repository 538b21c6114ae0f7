import { type ApiCall, AppError, type CommentView, routes } from "@shoal/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleComment } from "../testing/sample-comment.ts";
import { createCommentStore } from "./comment-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const commentWith = (uuid: string, seq: number, text = uuid) => sampleComment({ uuid, seq, text });

/** Simulates an API with the changes of one project. */
function fakeApi(begin: CommentView[]) {
  const state = { comments: begin, pageSize: 2, isAway: false, readSeq: 0, asked: [] as string[] };
  const call = (async (route: object, { query = {} }: { query?: Record<string, string> }) => {
    if (state.isAway) throw new AppError("unavailable");
    if (route === routes.listComments) {
      const from = Number(query.cursor ?? 0);
      const end = from + state.pageSize;
      state.asked.push(`list ${from}`);
      return {
        comments: state.comments.slice(from, end),
        next: end < state.comments.length ? String(end) : null,
        seq: Math.max(0, ...state.comments.map(({ seq }) => seq)),
        readSeq: state.readSeq,
        unreadCount: 0,
      };
    }
    const since = Number(query.since);
    state.asked.push(`changes ${since}`);
    const newer = state.comments.filter(({ seq }) => seq > since).sort((one, other) => one.seq - other.seq);
    const page = newer.slice(0, state.pageSize);
    return { comments: page, seq: page.at(-1)?.seq ?? since, hasMore: newer.length > page.length };
  }) as unknown as ApiCall;
  return { state, call };
}

function openStore(begin: CommentView[], readSeq = 0) {
  const api = fakeApi(begin);
  api.state.readSeq = readSeq;
  const store = createCommentStore({ project: begin[0]?.project ?? "p", version: 1, call: api.call });
  store.start();
  return { ...api, store, textsOf: () => [...store.getSnapshot().comments.values()].map(({ text }) => text) };
}
const settlePromises = () => vi.advanceTimersByTimeAsync(0);

test("missed changes are requested page by page, each only once", async () => {
  const { state, store, textsOf } = openStore([
    commentWith("a", 1),
    commentWith("b", 2),
    commentWith("c", 3),
  ]);
  await settlePromises();
  expect(textsOf()).toEqual(["a", "b", "c"]);
  state.asked.length = 0;
  state.comments = [
    commentWith("a", 4, "a, edited"),
    ...state.comments.slice(1),
    commentWith("d", 5),
    commentWith("e", 6),
  ];
  await store.catchUp();
  expect(textsOf()).toEqual(["a, edited", "b", "c", "d", "e"]);
  expect(state.asked).toEqual(["changes 3", "changes 5"]);
  expect(store.getSnapshot().seq).toBe(6);
});

test("ten events at once cause one request, and another for changes in the meantime", async () => {
  const { state, store } = openStore([commentWith("a", 1)]);
  await settlePromises();
  state.asked.length = 0;
  for (let event = 0; event < 10; event++) void store.catchUp();
  await settlePromises();
  expect(state.asked.length).toBeLessThanOrEqual(2);
});

test("an older state that arrives late does not replace a newer one", async () => {
  const { store, textsOf } = openStore([commentWith("a", 5, "newer")]);
  await settlePromises();
  store.merge(commentWith("a", 3, "older"));
  expect(textsOf()).toEqual(["newer"]);
});

test("comments of other versions advance the sequence number but are not shown", async () => {
  const { state, store, textsOf } = openStore([commentWith("a", 1)]);
  await settlePromises();
  state.comments.push({ ...commentWith("b", 2), version: 2 });
  await store.catchUp();
  expect(textsOf()).toEqual(["a"]);
  expect(store.getSnapshot().seq).toBe(2);
});

test("an unavailable API is retried until it responds", async () => {
  const { state, store, textsOf } = openStore([commentWith("a", 1)]);
  await settlePromises();
  state.comments.push(commentWith("b", 2));
  state.isAway = true;
  await store.catchUp();
  await vi.advanceTimersByTimeAsync(2_000);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(textsOf()).toEqual(["a", "b"]);
});

test("comments written or edited by others are new, unlike reactions to read ones", async () => {
  const before = [
    commentWith("read", 3),
    commentWith("new", 5),
    sampleComment({ uuid: "own", seq: 6, isMine: true }),
  ];
  const { state, store } = openStore(before, 4);
  await settlePromises();
  const unread = () => [...store.getSnapshot().unread];
  expect(unread()).toEqual(["new"]);
  store.merge({ ...commentWith("read", 7), reactions: [{ emoji: "👍", names: ["me"], isMine: true }] });
  expect(unread()).toEqual(["new"]);
  state.comments = [...before, { ...commentWith("read", 8, "edited"), revision: 2 }, commentWith("later", 9)];
  await store.catchUp();
  expect(unread()).toEqual(["new", "read", "later"]);
  store.applyDeleted("later");
  expect(unread()).toEqual(["new", "read"]);
});

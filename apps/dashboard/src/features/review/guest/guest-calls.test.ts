import { AppError, GUEST_HEADER, routes } from "@shoal/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGuestCall } from "./guest-calls.ts";

interface SentRequest {
  method: string;
  path: string;
  guest: string | undefined;
  body: unknown;
}

let sentRequests: SentRequest[];
let queuedAnswers: { status: number; body: unknown }[];
beforeEach(() => {
  sentRequests = [];
  queuedAnswers = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    sentRequests.push({
      method: init.method ?? "",
      path,
      guest: headers[GUEST_HEADER],
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    });
    const { status, body } = queuedAnswers.shift() ?? { status: 200, body: {} };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => void vi.unstubAllGlobals());

const PROJECT_UUID = "7f1c2b34-0000-4000-8000-000000000001";
const COMMENT_UUID = "7f1c2b34-0000-4000-8000-0000000000c1";

test("a comment is sent with the guests' call and session, without the fields for members", async () => {
  const call = createGuestCall("the-token", () => undefined);
  await call(routes.createComment, {
    params: { id: PROJECT_UUID, n: "3" },
    body: {
      uuid: COMMENT_UUID,
      text: "Lighter",
      frame: 25,
      endFrame: null,
      parent: null,
      drawing: null,
      isInternal: true,
      mentions: ["anna"],
    },
  });
  const body = {
    uuid: COMMENT_UUID,
    text: "Lighter",
    frame: 25,
    endFrame: null,
    parent: null,
    drawing: null,
  };
  expect(sentRequests).toEqual([
    { method: "POST", path: "/api/review/versions/3/comments", guest: "the-token", body },
  ]);
});

test("calls that guests do not have are not sent", async () => {
  const call = createGuestCall("the-token", () => undefined);
  const wanted = call(routes.resolveComment, { params: { id: COMMENT_UUID }, body: { isResolved: true } });
  await expect(wanted).rejects.toMatchObject({ code: "not_found" });
  await call(routes.markCommentsRead, { params: { id: PROJECT_UUID, n: "1" }, body: { seq: 4 } });
  expect(sentRequests).toEqual([]);
});

test("a single comment is searched in the changes, across pages", async () => {
  queuedAnswers = [
    { status: 200, body: { comments: [], seq: 200, hasMore: true } },
    { status: 200, body: { comments: [{ uuid: COMMENT_UUID, text: "Mine" }], seq: 210, hasMore: false } },
  ];
  const call = createGuestCall("the-token", () => undefined);
  expect(await call(routes.getComment, { params: { id: COMMENT_UUID } })).toMatchObject({ text: "Mine" });
  expect(sentRequests.map(({ path }) => path)).toEqual([
    "/api/review/changes?since=0",
    "/api/review/changes?since=200",
  ]);
});

test("an ended session is reported, and the call fails", async () => {
  queuedAnswers = [
    { status: 401, body: { code: "guest_session_ended", message: "Open the review link again" } },
  ];
  const handleEnded = vi.fn();
  const call = createGuestCall("the-token", handleEnded);
  await expect(call(routes.getGuestReview, {})).rejects.toBeInstanceOf(AppError);
  expect(handleEnded).toHaveBeenCalledTimes(1);
});

test("a guest removes a file with the guests' call", async () => {
  const call = createGuestCall("the-token", () => undefined);
  await call(routes.deleteAttachment, { params: { id: COMMENT_UUID, attachment: PROJECT_UUID } });
  expect(sentRequests[0]).toMatchObject({
    method: "DELETE",
    path: `/api/review/comments/${COMMENT_UUID}/attachments/${PROJECT_UUID}`,
    guest: "the-token",
  });
});

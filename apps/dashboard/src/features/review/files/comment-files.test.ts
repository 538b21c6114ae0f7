import { AppError } from "@shoal/contract";
import { afterEach, expect, test, vi } from "vitest";
import { createCommentFiles } from "./comment-files.ts";

const COMMENT_UUID = "7f1c2b34-0000-4000-8000-0000000000c1";
const FILE_UUID = "7f1c2b34-0000-4000-8000-0000000000f1";
afterEach(() => void vi.unstubAllGlobals());

function stubFetch(status: number, body: unknown) {
  const asked: { path: string; headers: unknown }[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push({ path, headers: init.headers });
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}

test.each([
  [false, `/api/comments/${COMMENT_UUID}/attachments/${FILE_UUID}`],
  [true, `/api/review/comments/${COMMENT_UUID}/attachments/${FILE_UUID}`],
])("members and guests read files with separate calls (guest: %s)", async (isGuest, path) => {
  const asked = stubFetch(200, "content");
  const files = createCommentFiles({ headers: () => ({ who: "me" }), isGuest });
  expect(await (await files.read(COMMENT_UUID, FILE_UUID)).json()).toBe("content");
  expect(asked).toEqual([{ path, headers: { who: "me" } }]);
});

test("the thumbnail of a file is requested with the same call", async () => {
  const asked = stubFetch(200, "small");
  await createCommentFiles({ headers: () => ({}), isGuest: false }).read(COMMENT_UUID, FILE_UUID, {
    isSmall: true,
  });
  expect(asked.map(({ path }) => path)).toEqual([
    `/api/comments/${COMMENT_UUID}/attachments/${FILE_UUID}?small=true`,
  ]);
});

test("a missing file throws the API's error", async () => {
  stubFetch(404, { code: "attachment_not_found", message: "No such file" });
  const files = createCommentFiles({ headers: () => ({}), isGuest: false });
  const refused = await files.read(COMMENT_UUID, FILE_UUID).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect((refused as AppError).code).toBe("attachment_not_found");
});

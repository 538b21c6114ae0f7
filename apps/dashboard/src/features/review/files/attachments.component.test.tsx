import { AppError, type CommentView, routes } from "@shoal/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SendOptions } from "../../../components/files/send-form.ts";
import { answer } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { CommentsPanel } from "../comments/comments-panel.tsx";
import { CommentsProvider } from "../comments/comments-provider.tsx";
import type { Review } from "../player/frame-player.types.ts";
import { ReviewContext } from "../review-context.ts";
import { createFakePlayer } from "../testing/fake-frame-player.ts";
import { sampleComment } from "../testing/sample-comment.ts";
import { sampleReview } from "../testing/samples.ts";
import type { CommentFiles } from "./comment-files.ts";

cleanAfterEach();

const COMMENT_UUID = "7f1c2b34-0000-4000-8000-000000000001";
const PIXEL_BYTES = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);
const createFile = (name: string, bytes: BlobPart = "some words") => new File([bytes], name);
const sampleAttachment = (n: number, name: string, mediaType = "application/octet-stream") => ({
  uuid: `7f1c2b34-0000-4000-8000-00000000000${n}`,
  name,
  bytes: 2_400_000,
  mediaType,
  preview: null,
});

interface SentFileCall extends SendOptions {
  file: File;
  fileId: string;
  end: (comment: CommentView) => void;
  fail: (error: unknown) => void;
}

/** Creates fake files, whose sending the test completes. */
function fakeFiles() {
  const sent: SentFileCall[] = [];
  const files: CommentFiles = {
    send(_, file, options) {
      const { promise, resolve, reject } = Promise.withResolvers<CommentView>();
      options.signal.addEventListener("abort", () => reject(options.signal.reason));
      sent.push({ ...options, file, end: resolve, fail: reject });
      return promise;
    },
    read: async () => new Response(PIXEL_BYTES),
  };
  return { files, sent };
}

function openComments(comments: CommentView[], own: Partial<Review>) {
  answer(routes.listComments, () => ({
    comments,
    next: null,
    seq: 10,
    readSeq: 1_000,
    unreadCount: 0,
  }));
  answer(routes.listCommentChanges, () => ({ comments: [], seq: 10, hasMore: false }));
  answer(routes.listProjectUsers, () => []);
  answer(routes.markCommentsRead, () => undefined);
  const made = answer(routes.createComment, ({ body }) =>
    sampleComment({ ...(body as CommentView), isMine: true, seq: 11 }),
  );
  show(
    <ReviewContext value={sampleReview(createFakePlayer().player, own)}>
      <CommentsProvider>
        <div style={{ width: 380, height: 640 }}>
          <CommentsPanel />
        </div>
      </CommentsProvider>
    </ReviewContext>,
  );
  return made;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = () => page.getByRole("textbox", { name: "Write a comment" });
const alertBox = () => page.getByRole("alert");

async function chooseFiles(...files: File[]): Promise<void> {
  await expect.element(button("Attach files")).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("There is no field for files");
  await userEvent.upload(input, files);
}
function dropFiles(type: "drop" | "paste", ...files: File[]): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  const options = { bubbles: true, cancelable: true };
  const event =
    type === "drop"
      ? new DragEvent("drop", { ...options, dataTransfer: data })
      : new ClipboardEvent("paste", { ...options, clipboardData: data });
  field().element().dispatchEvent(event);
}

test("files can be chosen, dropped and pasted, and are sent one by one once the comment exists", async () => {
  const { files, sent } = fakeFiles();
  const made = openComments([], { files });
  await chooseFiles(createFile("notes.txt"), createFile("cut.edl"));
  dropFiles("drop", createFile("look.cube"));
  await expect.element(page.getByText("look.cube")).toBeVisible();
  dropFiles("paste", createFile("screen.png", PIXEL_BYTES));
  await button("Remove cut.edl").click();
  await field().fill("See these");
  await button("Comment").click();
  await expect.poll(() => made.length).toBe(1);
  await expect.poll(() => sent.map(({ file }) => file.name)).toEqual(["notes.txt"]);
  sent[0]?.onShare(0.5);
  await expect.element(page.getByRole("progressbar", { name: "Sending notes.txt" })).toBeVisible();
  const { uuid } = (made[0]?.body ?? {}) as CommentView;
  const withOne = sampleComment({
    uuid,
    text: "See these",
    isMine: true,
    seq: 12,
    attachments: [sampleAttachment(1, "notes.txt")],
  });
  sent[0]?.end(withOne);
  await expect.element(button("Download notes.txt")).toBeVisible();
  await expect.poll(() => sent.map(({ file }) => file.name)).toEqual(["notes.txt", "look.cube"]);
  await button("Cancel sending look.cube").click();
  await expect.poll(() => sent[1]?.signal.aborted).toBe(true);
  await expect.poll(() => sent[2]?.file.name).toBe("screen.png");
  sent[2]?.fail(new AppError("disk_low", "No room"));
  await expect.element(alertBox().filter({ hasText: "Not sent." })).toBeVisible();
  await button("Send screen.png again").click();
  await expect.poll(() => sent[3]?.file.name).toBe("screen.png");
  // The retry uses the same id, because the first attempt may have reached the server.
  expect(sent[3]?.fileId).toBe(sent[2]?.fileId);
  expect(sent[2]?.fileId).not.toBe(sent[1]?.fileId);
});

test("a picture without a text is sent as a comment with its name", async () => {
  const { files, sent } = fakeFiles();
  const made = openComments([], { files });
  await expect.element(button("Comment")).toBeDisabled();
  await chooseFiles(createFile("screen.png", PIXEL_BYTES));
  await button("Comment").click();
  await expect.poll(() => (made[0]?.body as CommentView | undefined)?.text).toBe("screen.png");
  await expect.poll(() => sent.length).toBe(1);
});

test("a file that is too large, empty or beyond the maximum is rejected by name, and others are accepted", async () => {
  openComments([], { files: fakeFiles().files });
  await chooseFiles(
    createFile("huge.mov", new Uint8Array(10_000_001)),
    createFile("none.txt", ""),
    createFile("ok.txt"),
  );
  await expect
    .element(alertBox())
    .toHaveTextContent(
      "huge.mov was not attached: it is larger than 10 MB. Choose a smaller file." +
        "none.txt was not attached: it is empty. Choose another file.",
    );
  await expect.element(button("Remove ok.txt")).toBeVisible();
  await chooseFiles(...Array.from({ length: 10 }, (_, n) => createFile(`${n}.txt`)));
  await expect
    .element(alertBox())
    .toHaveTextContent("9.txt was not attached: you can attach at most 10 files.");
  await expect.element(button("Remove 8.txt")).toBeVisible();
});

test("the arrow keys move between enlarged pictures, and the own files can be removed after a confirmation", async () => {
  const comment = sampleComment({
    uuid: COMMENT_UUID,
    isMine: true,
    attachments: [
      sampleAttachment(2, "one.png", "image/png"),
      sampleAttachment(3, "two.png", "image/png"),
      sampleAttachment(4, "cut.edl"),
    ],
  });
  const removed = answer(routes.deleteAttachment, () =>
    sampleComment({ ...comment, attachments: [], seq: 12 }),
  );
  openComments([comment], { files: fakeFiles().files });
  await expect.element(page.getByText("2.4 MB").first()).toBeVisible();
  await button("Open one.png").click();
  await expect.element(page.getByRole("img", { name: "one.png" })).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByRole("img", { name: "two.png" })).toBeVisible();
  await expect.element(page.getByText("2 of 2")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await button("Remove cut.edl").click();
  expect(removed).toHaveLength(0);
  await button("Remove").click();
  await vi.waitFor(() =>
    expect(removed[0]?.params).toEqual({ id: COMMENT_UUID, attachment: sampleAttachment(4, "").uuid }),
  );
  await expect.element(button("Download cut.edl")).not.toBeInTheDocument();
});

test("guests cannot remove files of others, but can attach files to replies", async () => {
  const comment = sampleComment({ uuid: COMMENT_UUID, attachments: [sampleAttachment(4, "cut.edl")] });
  const { files } = fakeFiles();
  openComments([comment], {
    files,
    may: (action) => action === "comment",
    guest: { watermark: null, addressOf: () => "" },
  });
  await expect.element(button("Download cut.edl")).toBeVisible();
  await expect.element(button("Remove cut.edl")).not.toBeInTheDocument();
  await button("Reply").first().click();
  await expect.element(button("Attach files").nth(1)).toBeVisible();
});

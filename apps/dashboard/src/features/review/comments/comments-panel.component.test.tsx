import { type CommentView, type DrawingShape, routes } from "@shoal/contract";
import { canInProject } from "@shoal/domain";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import type { Review } from "../player/frame-player.types.ts";
import { ReviewContext } from "../review-context.ts";
import { createFakePlayer } from "../testing/fake-frame-player.ts";
import { PROJECT_UUID, sampleComment } from "../testing/sample-comment.ts";
import { sampleReview } from "../testing/samples.ts";
import { useReviewComments } from "./comments-context.ts";
import { CommentsPanel } from "./comments-panel.tsx";
import { CommentsProvider } from "./comments-provider.tsx";
import { DrawingBar } from "./drawing-bar.tsx";
import { PictureDrawings } from "./picture-drawings.tsx";

cleanAfterEach();

const createUuid = (n: number) => `7f1c2b34-0000-4000-8000-${String(n).padStart(12, "0")}`;

function TimelineMarks() {
  return (
    <output aria-label="Marks">
      {useReviewComments()
        .map(({ frame }) => frame)
        .join(" ")}
    </output>
  );
}

function openPanel(comments: CommentView[] = [], own: Partial<Review> = {}, readSeq = 1_000_000) {
  answer(routes.listComments, () => ({
    comments,
    next: null,
    seq: 10,
    readSeq,
    unreadCount: 0,
  }));
  answer(routes.listCommentChanges, () => ({ comments: [], seq: 10, hasMore: false }));
  answer(routes.listProjectUsers, () =>
    ["anna", "ben", "manager"].map((username) => ({
      username,
      name: username === "ben" ? "Benoît Roi" : null,
      role: "viewer" as const,
      isDirect: true,
      teams: [],
    })),
  );
  answer(routes.markCommentsRead, () => undefined);
  const fake = createFakePlayer();
  renderPanel(fake.player, own);
  return fake;
}

function renderPanel(player: Review["player"], own: Partial<Review> = {}): void {
  show(
    <ReviewContext value={sampleReview(player, own)}>
      <CommentsProvider>
        <DrawingBar />
        <div style={{ position: "relative", width: 480, height: 270, background: "#234" }}>
          <PictureDrawings />
        </div>
        <div style={{ width: 380, height: 640 }}>
          <CommentsPanel />
        </div>
        <TimelineMarks />
      </CommentsProvider>
    </ReviewContext>,
  );
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = () => page.getByRole("textbox", { name: "Write a comment" });
const threadTexts = () =>
  [...document.querySelectorAll("[data-comment] p")].map(({ textContent }) => textContent ?? "");

test("comments are sorted by frame, and selecting one seeks to its frame and shows its drawing", async () => {
  const shape = {
    kind: "rectangle",
    from: [0.2, 0.2],
    to: [0.4, 0.4],
    color: "#ff3b30",
    size: 0.01,
  } satisfies DrawingShape;
  answer(routes.getCommentDrawing, () => ({ shapes: [shape] }));
  const { asked, set } = openPanel([
    sampleComment({ uuid: createUuid(1), frame: 75, text: "Late" }),
    sampleComment({ uuid: createUuid(2), frame: 50, endFrame: 60, text: "Early", hasDrawing: true }),
    sampleComment({ uuid: createUuid(3), frame: null, text: "All of it" }),
  ]);
  await expect.element(page.getByText("Late")).toBeVisible();
  expect(threadTexts()).toEqual(["All of it", "Early", "Late"]);
  await expect.element(page.getByLabelText("Marks")).toHaveTextContent("50 75");
  await button("Go to 00:00:02:00 to 00:00:02:10").click();
  expect(asked).toContain("seek 50");
  const drawing = page.getByRole("img", { name: "Drawing by anna" });
  await expect.element(drawing).toBeVisible();
  set({ shownFrame: 60 });
  await expect.element(drawing).toBeVisible();
  set({ shownFrame: 61 });
  await expect.element(drawing).not.toBeInTheDocument();
});

test("markup in texts and names is shown as text", async () => {
  const markup = '<img src=x onerror="window.hit = 1"><b>bold</b>';
  openPanel([
    sampleComment({ uuid: createUuid(1), text: markup, author: { name: "<i>anna</i>", isGuest: true } }),
    sampleComment({ uuid: createUuid(2), parent: createUuid(1), text: markup }),
  ]);
  await expect.element(page.getByText("<i>anna</i>", { exact: true })).toBeVisible();
  expect(threadTexts()).toEqual([markup, markup]);
  expect(document.querySelector("[data-comment] img, [data-comment] b, [data-comment] i")).toBeNull();
});

test("typing pauses the player and keeps its frame, which can be removed and restored", async () => {
  const sent = answer(routes.createComment, ({ body }) =>
    sampleComment({ ...(body as CommentView), isMine: true, seq: 11 }),
  );
  const { asked, set } = openPanel();
  set({ isPlaying: true, shownFrame: 42 });
  await field().fill("Too loud, @ann");
  expect(asked).toEqual(["pause", "seek 42"]);
  set({ shownFrame: 90, wantedFrame: 90 });
  await expect.element(page.getByText("At 00:00:01:17")).toBeVisible();
  await page.getByRole("option", { name: "anna" }).click();
  await button("Comment on the whole version instead").click();
  await button("Comment at 00:00:03:15").click();
  await button("Comment").click();
  await expect.poll(threadTexts).toEqual(["Too loud, @anna"]);
  expect(sent[0]?.body).toMatchObject({
    text: "Too loud, @anna",
    frame: 90,
    endFrame: null,
    mentions: ["anna"],
  });
  await expect.element(field()).toHaveValue("");
});

test("a comment on a marked range can be limited to the team", async () => {
  const sent = answer(routes.createComment, ({ body }) =>
    sampleComment({ ...(body as CommentView), seq: 11 }),
  );
  const { set } = openPanel();
  set({ range: { inFrame: 10, outFrame: 20 } });
  await field().fill("Cut this");
  await page.getByRole("switch", { name: "Team only" }).click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => sent.length).toBe(0);
  await field().click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => sent[0]?.body).toMatchObject({ frame: 10, endFrame: 20, isInternal: true });
});

test("an unsent comment with its drawing survives a reload, and is sent again with the same content", async () => {
  const refused = refuse(routes.createComment, new Refusal("unavailable"));
  const { player } = openPanel();
  await field().fill("Kept");
  await button("Draw").click();
  const canvas = page.getByRole("group", { name: "Draw on the frame" });
  await button("Pin").click();
  await canvas.click();
  await expect.element(page.getByText("1 shape", { exact: true })).toBeVisible();
  await button("Comment").click();
  await expect.poll(() => refused.length).toBe(1);
  await expect.element(field()).toHaveValue("Kept");
  window.dispatchEvent(new Event("pagehide"));
  document.body.replaceChildren();
  const sent = answer(routes.createComment, ({ body }) =>
    sampleComment({ ...(body as CommentView), seq: 11 }),
  );
  renderPanel(player);
  await expect.element(field()).toHaveValue("Kept");
  await expect.element(page.getByText("1 shape", { exact: true })).toBeVisible();
  await button("Comment").click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toEqual(refused[0]?.body);
});

test("text and shapes added while a comment is being sent become the next comment", async () => {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  const sent = answer(routes.createComment, async ({ body }) => {
    await isThere;
    return sampleComment({ ...(body as CommentView), seq: 11 });
  });
  openPanel();
  await field().fill("First.");
  await button("Comment").click();
  await expect.poll(() => sent.length).toBe(1);
  await field().fill("First. Second");
  await button("Draw").click();
  await button("Pin").click();
  await page.getByRole("group", { name: "Draw on the frame" }).click();
  arrive();
  await expect.poll(threadTexts).toEqual(["First."]);
  await expect.element(field()).toHaveValue("Second");
  await expect.element(page.getByText("1 shape", { exact: true })).toBeVisible();
  await button("Comment").click();
  await expect
    .poll(() => sent[1]?.body)
    .toMatchObject({ text: "Second", drawing: { shapes: [{ kind: "pin" }] } });
  expect(new Set(sent.map(({ body }) => (body as CommentView).uuid)).size).toBe(2);
});

test("a conflicting edit shows both texts, and the own text can be saved", async () => {
  const mine = sampleComment({ uuid: createUuid(1), text: "Before", isMine: true });
  const theirs = { ...mine, text: "Theirs", revision: 2, seq: 11 };
  refuse(routes.updateComment, new Refusal("edit_conflict"));
  answer(routes.getComment, () => theirs);
  openPanel([mine]);
  await button("More actions for the comment by anna").click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit your comment" }).fill("Mine");
  await button("Save").click();
  const conflict = page.getByRole("alert");
  await expect.element(conflict.getByText("Theirs")).toBeVisible();
  await expect.element(conflict.getByText("Mine", { exact: true })).toBeVisible();
  const saved = answer(routes.updateComment, () => ({ ...theirs, text: "Mine", revision: 3, seq: 12 }));
  await button("Save my text").click();
  await expect.poll(threadTexts).toEqual(["Mine"]);
  expect(saved[0]?.body).toMatchObject({ revision: 2, text: "Mine" });
});

test("an unsaved edit and an unsent reply are kept while their threads are scrolled out of view", async () => {
  openPanel(
    Array.from({ length: 60 }, (_, n) =>
      sampleComment({ uuid: createUuid(n + 1), frame: n, text: `No. ${n}`, isMine: n === 0 }),
    ),
  );
  await button("More actions for the comment by anna").first().click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("textbox", { name: "Edit your comment" });
  await edit.fill("Half written");
  await button("Reply").nth(1).click();
  const reply = page.getByRole("textbox", { name: "Reply", exact: true });
  await reply.fill("Half answered");
  const list = page.getByRole("list", { name: "Comments by frame" }).element().parentElement as HTMLElement;
  await expect
    .poll(() => {
      list.scrollTop = list.scrollHeight;
      return page.getByText("No. 59", { exact: true }).query() !== null;
    })
    .toBe(true);
  await expect.element(page.getByText("No. 2", { exact: true })).not.toBeInTheDocument();
  await expect.element(edit).toHaveValue("Half written");
  await expect.element(reply).toHaveValue("Half answered");
});

test("a thread in which the reader is writing stays in the list when it no longer matches the filters", async () => {
  openPanel([
    sampleComment({ uuid: createUuid(1), frame: 1, text: "Mine", isMine: true }),
    sampleComment({ uuid: createUuid(2), frame: 2, text: "Other" }),
  ]);
  await button("More actions for the comment by anna").first().click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("textbox", { name: "Edit your comment" });
  await edit.fill("Half written");
  await page.getByRole("searchbox").fill("Other");
  await page.getByRole("searchbox").fill("nothing like it");
  await expect.element(page.getByText("Other", { exact: true })).not.toBeInTheDocument();
  await expect.element(edit).toHaveValue("Half written");
  await button("Cancel").click();
  await expect.element(page.getByText("No matching comments")).toBeVisible();
});

test("text typed while an edited comment is saved stays in the field, and is saved next", async () => {
  const mine = sampleComment({ uuid: createUuid(1), isMine: true });
  const arrived = Promise.withResolvers<void>();
  const sent = answer(routes.updateComment, async ({ body }) => {
    const { text, revision } = body as { text: string; revision: number };
    if (revision === mine.revision) await arrived.promise;
    return { ...mine, text, revision: revision + 1, seq: 12 + revision };
  });
  openPanel([mine]);
  await button("More actions for the comment by anna").click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("textbox", { name: "Edit your comment" });
  await edit.fill("Darker");
  await button("Save").click();
  await expect.poll(() => sent.length).toBe(1);
  await edit.fill("Darker, and shorter");
  arrived.resolve();
  await expect.element(button("Save")).toBeEnabled();
  await expect.element(edit).toHaveValue("Darker, and shorter");
  await button("Save").click();
  await expect.element(edit).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toMatchObject([
    { text: "Darker", revision: mine.revision },
    { text: "Darker, and shorter", revision: mine.revision + 1 },
  ]);
});

test("deleting a comment can be undone", async () => {
  const mine = sampleComment({ uuid: createUuid(1), isMine: true });
  answer(routes.deleteComment, () => undefined);
  answer(routes.restoreComment, () => ({ ...mine, seq: 12 }));
  openPanel([mine]);
  await button("More actions for the comment by anna").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByText("Comment deleted")).toBeVisible();
  await button("Undo").click();
  await expect.poll(threadTexts).toEqual(["Lighter here"]);
});

test("a reply to a comment deleted in the meantime shows an error and keeps its text", async () => {
  openPanel([sampleComment({ uuid: createUuid(1) })]);
  refuse(routes.createComment, new Refusal("comment_not_found"));
  await button("Reply").click();
  const reply = page.getByRole("textbox", { name: "Reply", exact: true });
  await reply.fill("I agree");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect
    .element(page.getByText("This comment was deleted while you were editing. Your text is kept here."))
    .toBeVisible();
  await expect.element(reply).toHaveValue("I agree");
});

test("threads can be resolved and reopened, and reactions added and removed", async () => {
  const root = sampleComment({ uuid: createUuid(1) });
  answer(routes.resolveComment, () => ({
    ...root,
    resolvedAt: "2026-03-04T05:06:07.000Z",
    resolvedBy: "ben",
    seq: 11,
  }));
  const reactions = answer(routes.reactToComment, () => ({
    ...root,
    reactions: [
      { emoji: "👍", names: ["manager"], isMine: true },
      // The person behind this reaction is a guest with the same name as a member.
      { emoji: "🎉", names: ["manager"], isMine: false },
    ],
    seq: 12,
  }));
  openPanel([root]);
  await button("Resolve").click();
  await expect.element(page.getByText(/Resolved by ben, 04\/03\/26 @/)).toBeVisible();
  await expect.element(button("Reopen")).toBeVisible();
  await button("Add reaction").click();
  await button("👍").click();
  await expect.element(button("👍 manager")).toHaveAttribute("aria-pressed", "true");
  await expect.element(button("🎉 manager")).toHaveAttribute("aria-pressed", "false");
  await button("👍 manager").click();
  await expect
    .poll(() => reactions.map(({ body }) => body))
    .toEqual([
      { emoji: "👍", isOn: true },
      { emoji: "👍", isOn: false },
    ]);
});

test("filters and the search show only matching comments", async () => {
  openPanel([
    sampleComment({
      uuid: createUuid(1),
      frame: 1,
      text: "Resolved",
      resolvedAt: "2026-03-04T05:06:07Z",
      resolvedBy: "ben",
    }),
    sampleComment({ uuid: createUuid(2), frame: 2, text: "For @manager", mentions: ["manager"] }),
    sampleComment({
      uuid: createUuid(3),
      frame: 3,
      text: "Drawn",
      hasDrawing: true,
      author: { name: "ben", isGuest: false },
    }),
  ]);
  await expect.poll(() => threadTexts().length).toBe(3);
  await button("Filters").click();
  await page.getByText("Open", { exact: true }).click();
  await expect.poll(threadTexts).toEqual(["For @manager", "Drawn"]);
  await page.getByRole("checkbox", { name: "Mentions me" }).click();
  await expect.poll(threadTexts).toEqual(["For @manager"]);
  await button("Clear filters").click();
  await page.getByLabelText("Written by", { exact: true }).selectOptions("ben");
  await expect.poll(threadTexts).toEqual(["Drawn"]);
  await button("1 filter").click();
  await page.getByRole("searchbox").fill("nothing like it");
  await expect.element(page.getByText("No matching comments")).toBeVisible();
  await button("Show all comments").click();
  await expect.poll(() => threadTexts().length).toBe(3);
});

test("comments by others since the last visit are marked as new", async () => {
  openPanel(
    [
      sampleComment({ uuid: createUuid(1), seq: 7 }),
      sampleComment({ uuid: createUuid(2), seq: 3, text: "Old" }),
    ],
    {},
    5,
  );
  await expect.element(page.getByText("1 new")).toBeVisible();
  expect(page.getByText("New", { exact: true }).elements()).toHaveLength(1);
});

test("a link opens the frame of its comment, and a link to a missing comment is reported", async () => {
  const { asked } = openPanel([sampleComment({ uuid: createUuid(1), frame: 77 })], {
    linked: { frame: undefined, comment: createUuid(1) },
  });
  await expect.poll(() => asked).toContain("seek 77");
  document.body.replaceChildren();
  openPanel([sampleComment({ uuid: createUuid(1) })], {
    linked: { frame: undefined, comment: createUuid(9) },
  });
  await expect.element(page.getByText(/The linked comment does not exist/)).toBeVisible();
});

test("the names behind a reaction can be read where the reader may not react", async () => {
  const reactions = [{ emoji: "🎉", names: ["ben"], isMine: false }];
  openPanel([sampleComment({ uuid: createUuid(1), reactions })], {
    may: (action) => canInProject("owner", action, { isArchived: true }),
  });
  await expect.element(button("🎉 ben")).toHaveAttribute("aria-disabled", "true");
  await button("🎉 ben").hover();
  await expect.element(page.getByRole("tooltip", { name: "ben" })).toBeVisible();
});

test("an archived project accepts no comments, and comments that failed to load can be reloaded", async () => {
  refuse(routes.listComments, new Refusal("unavailable"));
  const { player } = createFakePlayer();
  const project = { uuid: PROJECT_UUID, status: "archived", role: "owner" } as Review["project"];
  renderPanel(player, { project, may: (action) => canInProject("owner", action, { isArchived: true }) });
  await expect.element(page.getByText(/This project is archived/)).toBeVisible();
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.listComments, () => ({
    comments: [sampleComment()],
    next: null,
    seq: 1,
    readSeq: 1,
    unreadCount: 0,
  }));
  answer(routes.listCommentChanges, () => ({ comments: [], seq: 1, hasMore: false }));
  await button("Try again").click();
  await expect.poll(threadTexts).toEqual(["Lighter here"]);
});

test("2,000 comments are loaded in pages, and only the visible ones are rendered", async () => {
  const all = Array.from({ length: 2_000 }, (_, n) =>
    sampleComment({ uuid: createUuid(n + 1), frame: n, text: `No. ${n}` }),
  );
  const pages = 500;
  const fake = openPanel();
  const calls = answer(routes.listComments, ({ query }) => {
    const from = Number(query.cursor ?? 0);
    const end = from + pages;
    return {
      comments: all.slice(from, end),
      next: end < all.length ? String(end) : null,
      seq: 10,
      readSeq: 10,
      unreadCount: 0,
    };
  });
  document.body.replaceChildren();
  renderPanel(fake.player);
  await expect.element(page.getByText("2000 comments")).toBeVisible();
  expect(calls.length).toBeGreaterThanOrEqual(4);
  expect(threadTexts().length).toBeLessThan(40);
});

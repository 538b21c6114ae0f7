import { routes, type VersionView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { CommentsProvider } from "../comments/comments-provider.tsx";
import { ReviewContext } from "../review-context.ts";
import { createFakePlayer } from "../testing/fake-frame-player.ts";
import { sampleReview } from "../testing/samples.ts";
import { Comparison, useComparison } from "./comparison.tsx";

cleanAfterEach();

const sampleVersion = (number: number) =>
  ({
    number,
    uuidVideo: `7f1c2b34-0000-4000-8000-00000000000${number}`,
    video: {
      state: "playable",
      title: "Film",
      embedUrl: "https://edge.example/e",
      frames: null,
      duration: 4,
    },
  }) as VersionView;

const OpenedComparison = () => <Comparison {...useComparison()} />;

/** Renders the comparison below an element that fills the screen. The videos cannot be played in the test browser. */
function showPage(): void {
  answer(routes.listComments, () => ({ comments: [], next: null, seq: 1, readSeq: 1, unreadCount: 0 }));
  answer(routes.listCommentChanges, () => ({ comments: [], seq: 1, hasMore: false }));
  const [first, second] = [sampleVersion(1), sampleVersion(2)];
  const review = sampleReview(createFakePlayer().player, { version: second, versions: [first, second] });
  show(
    <ReviewContext value={review}>
      <CommentsProvider>
        <div style={{ height: "120dvh" }} />
        <OpenedComparison />
      </CommentsProvider>
    </ReviewContext>,
  );
}
const openButton = () => page.getByRole("button", { name: "Compare with version 1" });
const comparison = () => page.getByRole("region", { name: "Version 2 compared with version 1" });

test("opening the comparison scrolls it into view and focuses it, and Escape returns the focus to its button", async () => {
  showPage();
  await openButton().click();
  await expect.element(comparison()).toHaveFocus();
  const top = () => comparison().element().getBoundingClientRect().top;
  expect(top()).toBeGreaterThanOrEqual(0);
  expect(top()).toBeLessThan(innerHeight / 2);
  await userEvent.keyboard("{Escape}");
  await expect.element(comparison()).not.toBeInTheDocument();
  await expect.element(openButton()).toHaveFocus();
  await expect.element(openButton()).toHaveAttribute("aria-expanded", "false");
});

test("Escape in an open menu closes only the menu", async () => {
  showPage();
  await openButton().click();
  const menu = document.createElement("div");
  menu.setAttribute("role", "menu");
  document.body.append(menu);
  await userEvent.keyboard("{Escape}");
  await expect.element(comparison()).toBeVisible();
  menu.remove();
  await userEvent.keyboard("{Escape}");
  await expect.element(comparison()).not.toBeInTheDocument();
});

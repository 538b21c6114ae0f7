import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { useScrollToCurrent } from "./scroll-to-current.ts";

cleanAfterEach();

const LINK_NAMES = ["Overview", "Chapters", "Access", "Live", "Appearance", "Danger"];

function ScrollingBar({ current, width }: { current: string; width: number }) {
  const bar = useScrollToCurrent<HTMLElement>(current);
  return (
    <nav ref={bar} style={{ display: "flex", width, overflowX: "auto" }}>
      {LINK_NAMES.map((name) => (
        <a key={name} href="#there" aria-current={name === current} style={{ flex: "none", width: 120 }}>
          {name}
        </a>
      ))}
    </nav>
  );
}
const scrollingBar = () => page.getByRole("navigation").element() as HTMLElement;

test("a bar that is too narrow shows its current item and fades the edges beyond which it continues", async () => {
  show(<ScrollingBar current="Live" width={300} />);
  await expect.element(page.getByRole("link", { name: "Live" })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => scrollingBar().dataset.more).toBe("before after");
  expect(getComputedStyle(scrollingBar()).maskImage).toContain("gradient");
  scrollingBar().scrollTo({ left: 0 });
  await expect.poll(() => scrollingBar().dataset.more).toBe("after");
  scrollingBar().scrollTo({ left: 9_999 });
  await expect.poll(() => scrollingBar().dataset.more).toBe("before");
  scrollingBar().style.width = "800px";
  await expect.poll(() => scrollingBar().dataset.more).toBeUndefined();
  expect(getComputedStyle(scrollingBar()).maskImage).toBe("none");
});

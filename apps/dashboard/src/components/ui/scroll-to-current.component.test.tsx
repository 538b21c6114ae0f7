import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { useScrollToCurrent } from "./scroll-to-current.ts";

cleanAfterEach();

const NAMES = ["Overview", "Chapters", "Access", "Live", "Appearance", "Danger"];

function Bar({ current, width }: { current: string; width: number }) {
  const bar = useScrollToCurrent<HTMLElement>(current);
  return (
    <nav ref={bar} style={{ display: "flex", width, overflowX: "auto" }}>
      {NAMES.map((name) => (
        <a key={name} href="#there" aria-current={name === current} style={{ flex: "none", width: 120 }}>
          {name}
        </a>
      ))}
    </nav>
  );
}
const bar = () => page.getByRole("navigation").element() as HTMLElement;

test("a bar that is too narrow shows its current item and fades the edges beyond which it continues", async () => {
  show(<Bar current="Live" width={300} />);
  await expect.element(page.getByRole("link", { name: "Live" })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => bar().dataset.more).toBe("before after");
  expect(getComputedStyle(bar()).maskImage).toContain("gradient");
  bar().scrollTo({ left: 0 });
  await expect.poll(() => bar().dataset.more).toBe("after");
  bar().scrollTo({ left: 9_999 });
  await expect.poll(() => bar().dataset.more).toBe("before");
  bar().style.width = "800px";
  await expect.poll(() => bar().dataset.more).toBeUndefined();
  expect(getComputedStyle(bar()).maskImage).toBe("none");
});

import { expect, test, vi } from "vitest";
import { whenVisited } from "./when-visited.ts";

test("a page that is rendered ahead of a visit waits for it; any other goes on at once", () => {
  const begin = vi.fn();
  const page = Object.assign(new EventTarget(), { prerendering: true });
  whenVisited(begin, page);
  expect(begin).not.toHaveBeenCalled();
  page.dispatchEvent(new Event("prerenderingchange"));
  expect(begin).toHaveBeenCalledTimes(1);
  whenVisited(begin, new EventTarget());
  expect(begin).toHaveBeenCalledTimes(2);
});

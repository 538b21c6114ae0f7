import { expect, test, vi } from "vitest";
import { whenVisited } from "./when-visited.ts";

test("a prerendered page waits for the visit; any other continues at once", () => {
  const begin = vi.fn();
  const page = Object.assign(new EventTarget(), { prerendering: true });
  whenVisited(begin, page);
  expect(begin).not.toHaveBeenCalled();
  page.dispatchEvent(new Event("prerenderingchange"));
  expect(begin).toHaveBeenCalledTimes(1);
  whenVisited(begin, new EventTarget());
  expect(begin).toHaveBeenCalledTimes(2);
});

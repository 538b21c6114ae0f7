import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { usePeriod } from "./use-period.ts";

cleanAfterEach();
afterEach(() => {
  Reflect.deleteProperty(document, "hidden");
});

const hide = (isHidden: boolean) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const often = () => 50;
let shownMs = 0;
function Figures() {
  const { nowMs } = usePeriod({ range: "hour", own: { fromMs: 0, toMs: 0 } }, "UTC", often);
  shownMs = nowMs;
  return <p>Figures</p>;
}

test("the period does not move while the page is hidden, and is updated when the page is shown again", async () => {
  show(<Figures />);
  await expect.element(page.getByText("Figures")).toBeVisible();
  const firstMs = shownMs;
  await expect.poll(() => shownMs).toBeGreaterThan(firstMs);
  hide(true);
  await wait(50);
  const keptMs = shownMs;
  await wait(300);
  expect(shownMs).toBe(keptMs);
  hide(false);
  await expect.poll(() => shownMs).toBeGreaterThan(keptMs);
});

import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { usePeriod } from "./use-period.ts";

cleanAfterEach();
afterEach(() => {
  Reflect.deleteProperty(document, "hidden");
});

const setPageHidden = (isHidden: boolean) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
};
const waitMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const refreshOften = () => 50;
let shownMs = 0;
function Figures() {
  const { nowMs } = usePeriod({ range: "hour", own: { fromMs: 0, toMs: 0 } }, "UTC", refreshOften);
  shownMs = nowMs;
  return <p>Figures</p>;
}

test("the period does not move while the page is hidden, and is updated when the page is shown again", async () => {
  show(<Figures />);
  await expect.element(page.getByText("Figures")).toBeVisible();
  const firstMs = shownMs;
  await expect.poll(() => shownMs).toBeGreaterThan(firstMs);
  setPageHidden(true);
  await waitMs(50);
  const keptMs = shownMs;
  await waitMs(300);
  expect(shownMs).toBe(keptMs);
  setPageHidden(false);
  await expect.poll(() => shownMs).toBeGreaterThan(keptMs);
});

import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { useAnalyticsAddress } from "../address/use-analytics-address.ts";
import { FilterChips } from "./filter-chips.tsx";

cleanAfterEach();

const PERIOD = {
  period: { fromMs: 0, toMs: 1 },
  nowMs: 1,
  timeZone: "UTC",
  question: { from: "", to: "" },
};

function Page() {
  return <FilterChips view={{ ...useAnalyticsAddress(), ...PERIOD }} />;
}

test("two filters removed before the page shows the first removal stay removed", async () => {
  const { address } = show(
    <Routes>
      <Route path="/analytics" element={<Page />} />
    </Routes>,
    { path: "/analytics?only.country=FR&only.country=BE&only.country=CH" },
  );
  const chip = (name: RegExp) => page.getByRole("link", { name });
  await expect.element(chip(/France/)).toBeVisible();
  const [first, second] = [chip(/France/).element(), chip(/Belgium/).element()] as HTMLElement[];
  first?.click();
  // React shows the choice in a microtask, and the new URL in a later task.
  await Promise.resolve();
  second?.click();
  await expect.poll(address).toBe("/analytics?only.country=CH");
});

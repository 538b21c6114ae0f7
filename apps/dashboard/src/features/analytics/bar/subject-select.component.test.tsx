import { routes } from "@shoal/contract";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { useAnalyticsAddress } from "../address/use-analytics-address.ts";
import { SubjectSelect } from "./subject-select.tsx";

cleanAfterEach();

const SUBJECTS = { timeZone: "UTC", isTimeZoneChosen: true, configs: [], collections: [] };
const TITLES = new Map([
  ["cod", "Cod"],
  ["herring", "Herring"],
]);

function Page() {
  return <SubjectSelect address={useAnalyticsAddress()} subjects={SUBJECTS} titles={TITLES} />;
}

test("two videos chosen before the page shows the first are combined", async () => {
  answer(routes.findStatisticsVideos, () => [...TITLES].map(([uuid, title]) => ({ uuid, title })));
  const { address } = show(
    <Routes>
      <Route path="/analytics/:videoID?" element={<Page />} />
    </Routes>,
    { path: "/analytics" },
  );
  await page.getByRole("combobox", { name: "Scope" }).click();
  const cod = page.getByRole("option", { name: "Cod" });
  const herring = page.getByRole("option", { name: "Herring" });
  await expect.element(herring).toBeVisible();
  // Both in one task, so that the page cannot show the first in between.
  for (const option of [cod, herring]) (option.element() as HTMLElement).click();
  await expect.poll(address).toContain("videos=cod&videos=herring");
});

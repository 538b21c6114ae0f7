import { type FootprintMonths, type FootprintReport, routes } from "@shoal/contract";
import { Link, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { FootprintPage } from "./footprint-page.tsx";

cleanAfterEach();

const reportBy = (id: FootprintReport["method"]["id"]) =>
  ({
    month: "2026-10",
    timeZone: "UTC",
    from: "2026-10-01T00:00:00.000Z",
    to: "2026-11-01T00:00:00.000Z",
    revision: 1,
    reason: "closed",
    madeAt: "2026-11-02T00:00:00.000Z",
    asOf: "2026-11-02T00:00:00.000Z",
    method: { id, title: id, publisher: "Shoal", year: 2026 },
    consumption: [],
  }) as unknown as FootprintReport;

/** Opens a report and requests another one with another method. @returns a function that answers the request. */
async function requestReport() {
  answer(routes.getFootprintReport, () => reportBy("shoal-2026"));
  answer(routes.listFootprintReports, () => ({ reports: [] }) as unknown as FootprintMonths);
  answer(routes.listFootprintMethods, () => []);
  const arrived = Promise.withResolvers<void>();
  const made = answer(routes.makeFootprintReport, async () => {
    await arrived.promise;
    return reportBy("swd-4");
  });
  const { address } = show(
    <>
      <Link to="/videos?search=cod">Library</Link>
      <Routes>
        <Route path="/footprint/:month" element={<FootprintPage />} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>
    </>,
    { path: "/footprint/2026-10" },
  );
  await page.getByRole("combobox", { name: "Method" }).click();
  await page.getByRole("option", { name: "swd-4" }).click();
  await page.getByRole("button", { name: "Create report" }).click();
  await expect.poll(() => made.length).toBe(1);
  return { address, arrives: arrived.resolve };
}

test("a report that was created is shown", async () => {
  const { address, arrives } = await requestReport();
  arrives();
  await expect.poll(address).toBe("/footprint/2026-10?method=swd-4&revision=1");
});

test("a report that is created after the page was left does not change the address of the next page", async () => {
  const { address, arrives } = await requestReport();
  await page.getByRole("link", { name: "Library" }).click();
  await expect.element(page.getByText("Another page")).toBeVisible();
  arrives();
  await expect.element(page.getByText("Report created")).toBeVisible();
  expect(address()).toBe("/videos?search=cod");
});

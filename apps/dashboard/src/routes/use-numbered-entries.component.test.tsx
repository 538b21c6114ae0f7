import { MantineProvider } from "@mantine/core";
import { createRoot } from "react-dom/client";
import { createHashRouter, Outlet, RouterProvider } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Dialogs } from "../components/ui/dialogs/dialogs.tsx";
import { useReportUnsaved } from "../components/ui/form/unsaved.ts";
import { UnsavedChanges } from "../components/ui/form/unsaved-changes.tsx";
import { theme } from "../theme.ts";
import { useNumberedEntries } from "./use-numbered-entries.ts";

function Frame() {
  useNumberedEntries();
  return <Outlet />;
}

function UnsavedForm() {
  useReportUnsaved(true);
  return <a href="#/other">To the other page</a>;
}

const routes = [
  { path: "/start", element: <a href="#/form">To the form</a> },
  { path: "/other", element: <p>Other</p> },
  {
    path: "/form",
    element: (
      <UnsavedChanges>
        <UnsavedForm />
      </UnsavedChanges>
    ),
  },
];

/** Renders pages with the router of the dashboard. Plain links create the same history entries as typed URLs. */
function showPages(): void {
  history.pushState(null, "", "#/start");
  const router = createHashRouter([{ Component: Frame, children: routes }]);
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router} />
      <Dialogs />
    </MantineProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    router.dispose();
    document.body.replaceChildren();
  });
}

const link = (name: string) => page.getByRole("link", { name });
const question = page.getByRole("dialog", { name: "Leave without saving?" });
const answerQuestion = (name: string) => question.getByRole("button", { name }).click();

test("Back from a typed URL asks about unsaved changes", async () => {
  const warn = vi.spyOn(console, "warn");
  showPages();
  await link("To the form").click();
  await expect.element(link("To the other page")).toBeVisible();
  history.back();
  await answerQuestion("Cancel");
  await expect.element(question).not.toBeInTheDocument();
  expect(location.hash).toBe("#/form");
  history.back();
  await answerQuestion("Leave page");
  await expect.element(link("To the form")).toBeVisible();
  expect(warn).not.toHaveBeenCalled();
});

test("a typed URL asks about the unsaved changes of the page that it leaves", async () => {
  showPages();
  await link("To the form").click();
  await link("To the other page").click();
  await answerQuestion("Cancel");
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(() => location.hash).toBe("#/form");
});

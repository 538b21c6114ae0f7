import { type ProjectView, routes } from "@shoal/contract";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ProjectPage } from "./project-page.tsx";

cleanAfterEach();

const project = {
  uuid: "7f1c2b34-0000-4000-8000-000000000001",
  name: "Harbours",
  description: "",
  owner: "Anna",
  role: "owner",
  status: "open",
} as unknown as ProjectView;

test("versions that cannot be loaded are reported, and can be requested again", async () => {
  answer(routes.getProject, () => project);
  refuse(routes.listVersions, new Refusal("internal_error"));
  show(
    <Routes>
      <Route path="/vireed/:projectId" element={<ProjectPage review={() => null} />} />
    </Routes>,
    { path: `/vireed/${project.uuid}` },
  );
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.listVersions, () => []);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "Harbours" })).toBeVisible();
});

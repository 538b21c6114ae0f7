import { type ProjectView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { queryClient } from "../../lib/queries.ts";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ProjectSettings } from "./project-settings.tsx";

cleanAfterEach();

const project = {
  uuid: "7f1c2b34-0000-4000-8000-000000000001",
  name: "Harbours",
  description: "",
  role: "admin",
  status: "active",
  revision: 1,
} as unknown as ProjectView;

test("a form keeps its values when its project cannot be reloaded", async () => {
  answer(routes.getProject, () => project);
  show(<ProjectSettings id={project.uuid} onEnd={() => undefined} />);
  const name = page.getByRole("textbox", { name: "Title" });
  await name.fill("Harbours of Brittany");
  const reads = refuse(routes.getProject, new Refusal("internal_error"));
  await queryClient.invalidateQueries({ queryKey: [PROJECTS_KEY] });
  expect(reads.length).toBeGreaterThan(0);
  await expect.element(name).toHaveValue("Harbours of Brittany");
});

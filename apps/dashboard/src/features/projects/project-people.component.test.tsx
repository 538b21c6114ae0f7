import { type ProjectView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ProjectPeople } from "./project-people.tsx";

cleanAfterEach();

const project = {
  uuid: "7f1c2b34-0000-4000-8000-000000000001",
  name: "Harbours",
  role: "admin",
  status: "active",
  owner: "manager",
  collabs: [
    { username: "ada", role: "viewer", isGone: false },
    { username: "ben", role: "editor", isGone: false },
  ],
  teams: ["team-1"],
  teamRoles: [{ uuid: "team-1", teamName: "Sound", role: null }],
} as unknown as ProjectView;

function openPeopleDialog() {
  answer(routes.getProject, () => project);
  answer(
    routes.listProjectUsers,
    () =>
      [
        { username: "ada", role: "viewer", teams: [] },
        { username: "ben", role: "editor", teams: ["Sound"] },
      ] as never,
  );
  show(<ProjectPeople id={project.uuid} />);
}

const removeButton = (name: string) => page.getByRole("button", { name: `Remove ${name}` });

test("removing a person or a team that loses its access is confirmed first", async () => {
  openPeopleDialog();
  const people = answer(routes.removeCollaborator, () => undefined);
  const teams = answer(routes.removeProjectTeam, () => undefined);
  await removeButton("ada").click();
  const question = page.getByRole("dialog", { name: "Remove ada from the project?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await removeButton("Sound").click();
  await page
    .getByRole("dialog", { name: "Remove Sound from the project?" })
    .getByRole("button", { name: "Remove", exact: true })
    .click();
  await expect.poll(() => teams.length).toBe(1);
  expect(people).toEqual([]);
  await removeButton("ada").click();
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => people.map(({ params }) => params.user)).toEqual(["ada"]);
});

test("removing the direct role of a person whose team gives access needs no confirmation", async () => {
  openPeopleDialog();
  const people = answer(routes.removeCollaborator, () => undefined);
  await removeButton("ben").click();
  await expect.poll(() => people.map(({ params }) => params.user)).toEqual(["ben"]);
});

test("a list of people that failed to load is reported and can be reloaded", async () => {
  answer(routes.getProject, () => project);
  refuse(routes.listProjectUsers, new Refusal("unavailable"));
  show(<ProjectPeople id={project.uuid} />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.listProjectUsers, () => [{ username: "ada", role: "viewer", teams: [] }] as never);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("ada")).toBeVisible();
});

test("a person or a team that could not be added stays in its field, which shows the reason", async () => {
  openPeopleDialog();
  answer(routes.listTeams, () => [{ uuid: "team-2", teamName: "Light", users: [] }] as never);
  answer(routes.findUser, () => ({ username: "dora" }) as never);
  const invited = refuse(routes.inviteToProject, new Refusal("unavailable"));
  const person = page.getByRole("textbox", { name: "Collaborator" });
  await person.fill("dora");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(person).toHaveAttribute("aria-invalid", "true");
  await expect.element(person).toHaveValue("dora");
  expect(invited).toHaveLength(1);
  refuse(routes.addProjectTeam, new Refusal("unavailable"));
  const team = page.getByLabelText("Team", { exact: true });
  await team.fill("Light");
  await page.getByRole("button", { name: "Add team" }).click();
  await expect.element(team).toHaveAttribute("aria-invalid", "true");
  await expect.element(team).toHaveValue("Light");
});

test("a removal that failed keeps its dialog open with the reason", async () => {
  openPeopleDialog();
  refuse(routes.removeCollaborator, new Refusal("unavailable"));
  await removeButton("ada").click();
  const question = page.getByRole("dialog", { name: "Remove ada from the project?" });
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(question.getByRole("alert")).toBeVisible();
});

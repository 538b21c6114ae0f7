import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useProjectPeople } from "../support/reviewed-film.ts";
import { type TenantUser, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const people = useProjectPeople();

const openPage = (person: TenantUser, path: string, context = browser.context) =>
  openAs(context, useAdministrator(), { person, path });
const headingOf = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const clickButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

test("a project is created in its window, which names missing fields, with a colleague and a new team", async () => {
  const { friend, addVideo } = people;
  await addVideo("First cut");
  const page = await openPage(people.owner, "/vireed");
  await page.getByText("No projects yet").waitFor();
  await clickButton(page, "New project");
  const window = page.getByRole("region", { name: "New Project" });
  await window.getByRole("button", { name: "Create project" }).click();
  await window.getByText("A project title is required").waitFor();
  await window.getByText("A video file is required").waitFor();
  await window.getByRole("textbox", { name: "Title" }).fill("Harbour film");
  await window.getByRole("button", { name: "Choose First cut" }).click();
  await window.getByText("Selected: First cut").waitFor();
  const person = window.getByRole("textbox", { name: "Collaborator" });
  await window.getByRole("button", { name: "Add", exact: true }).click();
  await window.getByText("Collaborator's username is required").waitFor();
  await person.fill("nobody-there");
  await person.press("Enter");
  await window.getByText("User nobody-there not found").waitFor();
  await person.fill(friend.username);
  await person.press("Enter");
  await window.getByLabel(`Role of ${friend.username}`).selectOption("editor");
  const team = window.getByLabel("Team", { exact: true });
  await team.fill("Sound");
  await window.getByRole("button", { name: "Add team" }).click();
  await window.getByText("The team Sound does not exist").waitFor();
  await window.getByRole("button", { name: "New team" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Team name").fill("Sound");
  await dialog.getByRole("button", { name: "Create team" }).click();
  await dialog.waitFor({ state: "detached" });
  await window.getByRole("button", { name: "Add team" }).click();
  await window.getByRole("button", { name: "Remove Sound" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await window.getByRole("button", { name: "Create project" }).click();
  await headingOf(page, "Harbour film");
  const { _embedded: projects } = await friend.call(routes.listProjects, { query: {} });
  expect(projects.map(({ name, role }) => [name, role])).toEqual([["Harbour film", "editor"]]);
});

test("a new version appears on another member's page without a reload, and a removed member loses access", async () => {
  const { owner, friend, addVideo } = people;
  const { uuid } = await owner.call(routes.createProject, {
    body: {
      name: "Shared film",
      uuid: await addVideo("First cut"),
      collabs: [{ username: friend.username, role: "viewer" }],
    },
  });
  await addVideo("Second cut");
  // The friend has a separate browser, because tabs of one browser share the session.
  const others = await openPage(friend, `/vireed/${uuid}/1`, await browser.newContext());
  await others.getByRole("link", { name: "Version 1" }).waitFor();
  expect(await others.getByRole("button", { name: "New version" }).count()).toBe(0);
  const page = await openPage(owner, `/vireed/${uuid}/1`);
  await clickButton(page, "New version");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Choose Second cut" }).click();
  await dialog.getByLabel("Description").fill("Shorter");
  await dialog.getByRole("button", { name: "Add version" }).click();
  await others.getByRole("link", { name: "Version 2" }).waitFor();
  await clickButton(page, "People");
  await dialog.getByRole("button", { name: `Remove ${friend.username}` }).click();
  const question = page.getByRole("dialog", { name: `Remove ${friend.username} from the project?` });
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await headingOf(others, "Project not available");
});

test("a project is archived, restored, and deleted with its videos", async () => {
  const { owner, addVideo } = people;
  const video = await addVideo("Only cut");
  const { uuid } = await owner.call(routes.createProject, { body: { name: "Old film", uuid: video } });
  const page = await openPage(owner, `/vireed/${uuid}/1`);
  await clickButton(page, "Settings");
  await page.getByRole("button", { name: "Archive project" }).click();
  await page.getByText("This project is archived").first().waitFor();
  await clickButton(page, "Settings");
  await page.getByRole("button", { name: "Restore from archive" }).click();
  await page.getByText("This project is archived").first().waitFor({ state: "detached" });
  await clickButton(page, "Settings");
  await page.getByRole("button", { name: "Delete project…" }).click();
  await page.getByLabel(/Move the videos to the trash/).check();
  await page.getByRole("button", { name: "Delete project", exact: true }).click();
  await headingOf(page, "Projects");
  await page.getByText("No projects yet").waitFor();
  await expect(owner.call(routes.getVideo, { params: { id: video } })).rejects.toThrow();
});

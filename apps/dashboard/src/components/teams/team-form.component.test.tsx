import { routes, type TeamView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ManageTeams } from "./manage-teams.tsx";
import { openTeamDialog } from "./open-teams.tsx";
import { TeamForm } from "./team-form.tsx";

cleanAfterEach();

const team = {
  uuid: "team-1",
  teamName: "Sound",
  teamDescription: "",
  ownerTeam: "manager",
  collabsTeam: [{ username: "ada", role: "viewer" }],
  revision: 1,
} as unknown as TeamView;

test("pressing Enter repeatedly looks up a member once, and keeps changes made in the meantime", async () => {
  const arrived = Promise.withResolvers<void>();
  const asked = answer(routes.findUser, async ({ params }) => {
    if (params.username === "ann") await arrived.promise;
    return { username: params.username } as never;
  });
  show(<TeamForm onEnd={() => undefined} />);
  const field = page.getByRole("textbox", { name: "Username" });
  await field.fill("bob");
  await userEvent.keyboard("{Enter}");
  const role = page.getByRole("combobox", { name: /bob/ });
  await expect.element(role).toBeVisible();
  await field.fill("ann");
  await userEvent.keyboard("{Enter}{Enter}{Enter}");
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  await role.selectOptions("editor");
  arrived.resolve();
  await expect.element(page.getByRole("combobox", { name: /ann/ })).toBeVisible();
  await expect.element(role).toHaveValue("editor");
  expect(asked.map(({ params }) => params.username)).toEqual(["bob", "ann"]);
});

test("an existing member is removed only after confirmation, one added just now at once", async () => {
  answer(routes.findUser, ({ params }) => ({ username: params.username }) as never);
  show(<TeamForm team={team} onEnd={() => undefined} />);
  const role = (name: string) => page.getByRole("combobox", { name: `Role of ${name}` });
  const remove = (name: string) => page.getByRole("button", { name: `Remove ${name}` });
  await page.getByRole("textbox", { name: "Username" }).fill("bob");
  await userEvent.keyboard("{Enter}");
  await remove("bob").click();
  await expect.element(role("bob")).not.toBeInTheDocument();
  await remove("ada").click();
  const question = page.getByRole("dialog", { name: "Remove ada from the team?" });
  await expect.element(question).toBeVisible();
  await expect.element(role("ada")).toBeInTheDocument();
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(role("ada")).not.toBeInTheDocument();
});

test("the dialog of a new team asks before Escape or a click beside it discards what is entered", async () => {
  show(<p>A page</p>);
  openTeamDialog(undefined);
  const form = page.getByRole("dialog", { name: "New team" });
  const name = form.getByRole("textbox", { name: "Team name" });
  await name.fill("Sound");
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("dialog", { name: "Close without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(name).toHaveValue("Sound");
  await form.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("Cancel asks before it discards a new team, and closes its dialog", async () => {
  show(<p>A page</p>);
  openTeamDialog(undefined);
  const form = page.getByRole("dialog", { name: "New team" });
  await form.getByRole("textbox", { name: "Team name" }).fill("Sound");
  await form.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("dialog", { name: "Close without saving?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("Cancel in the list of teams asks before it discards a team, and returns to the list", async () => {
  answer(routes.listTeams, () => []);
  show(<ManageTeams />);
  const newTeam = page.getByRole("button", { name: "New team" });
  await newTeam.click();
  await page.getByRole("textbox", { name: "Team name" }).fill("Sound");
  await page.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("dialog", { name: "Close without saving?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(newTeam).toBeVisible();
});

test("the dialog of a new team closes at once while nothing is entered", async () => {
  show(<p>A page</p>);
  openTeamDialog(undefined);
  await expect.element(page.getByRole("dialog", { name: "New team" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a member whom someone else added meanwhile is removed only after confirmation", async () => {
  const collabsTeam = [...team.collabsTeam, { username: "cyd", role: "viewer" as const }];
  answer(routes.getTeam, () => ({ ...team, collabsTeam, revision: 2 }));
  refuse(routes.updateTeam, new Refusal("edit_conflict"));
  show(<TeamForm team={team} onEnd={() => undefined} />);
  await page.getByRole("textbox", { name: "Team name" }).fill("Sound and light");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Remove cyd" }).click();
  await expect.element(page.getByRole("dialog", { name: "Remove cyd from the team?" })).toBeVisible();
});

import { routes, type VideoView } from "@shoal/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useWindows } from "../../components/ui/windows/windows.ts";
import { queryClient } from "../../lib/queries.ts";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { NewProjectForm } from "./new-project-form.tsx";

cleanAfterEach();

const videos: VideoView[] = Array.from({ length: 6 }, (_, n) =>
  sampleVideo({ uuid: `video-${n}`, title: `Reef ${n}`, createdAt: `2026-03-0${9 - n}T08:05:00.000Z` }),
);

function openForm() {
  answer(routes.listTeams, () => []);
  const asked = answer(routes.listVideos, ({ query }) => {
    const at = (Number(query.page) - 1) * Number(query.pagesize);
    return { _embedded: videos.slice(at, at + Number(query.pagesize)), _size: videos.length };
  });
  const onCreated = vi.fn();
  const Windows = () => <output>{useWindows().map(({ kind }) => kind)}</output>;
  show(
    <>
      <NewProjectForm onCreated={onCreated} />
      <Windows />
    </>,
  );
  return { asked, onCreated };
}

const addButton = () => page.getByRole("button", { name: "Add", exact: true });
const personField = () => page.getByRole("textbox", { name: "Collaborator" });

test("the picker shows four videos per page with their dates, newest first", async () => {
  const { asked } = openForm();
  await expect.element(page.getByText("Reef 3")).toBeVisible();
  await expect.element(page.getByText("Reef 4")).not.toBeInTheDocument();
  expect(asked[0]?.query).toMatchObject({ pagesize: "4" });
  expect(JSON.stringify(asked[0]?.query)).toMatch(/createdAt.*-1/);
  await expect.element(page.getByText(/^09\/03\/26 @\d\d:05$/)).toBeVisible();
  await page.getByRole("button", { name: "Next videos" }).click();
  await expect.element(page.getByText("Reef 5")).toBeVisible();
});

test("Enter in the picker's search does not submit the form", async () => {
  const { asked } = openForm();
  const created = refuse(routes.createProject, new Refusal("forbidden"));
  await page.getByRole("textbox", { name: "Title" }).fill("Spring reel");
  await page.getByRole("button", { name: "Choose Reef 1" }).click();
  await page.getByRole("searchbox", { name: "Search your videos" }).fill("reef");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => asked.at(-1)?.query.search).toBe("reef");
  expect(created).toEqual([]);
});

test("starting an upload opens its window and keeps the values of the form", async () => {
  openForm();
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Spring reel");
  await page.getByRole("button", { name: "Upload new videos" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("newVideos");
  await expect.element(title).toHaveValue("Spring reel");
});

test("cutting the selected video opens another tab, so that the form keeps its values", async () => {
  openForm();
  await expect.element(page.getByText("Reef 3")).toBeVisible();
  const cut = page.getByRole("link", { name: /^Cut the chosen video/ });
  await expect.element(cut).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Choose Reef 1" }).click();
  await expect.element(cut).toHaveAttribute("href", "#/player/video-1?section=cuts");
  await expect.element(cut).toHaveAttribute("target", "_blank");
});

test("unknown people and teams are reported, duplicates are ignored, and the project is created with the others", async () => {
  const { onCreated } = openForm();
  const created = refuse(routes.createProject, new Refusal("forbidden"));
  refuse(routes.findUser, new Refusal("user_not_found"));
  await personField().fill("nora");
  await addButton().click();
  await expect.element(page.getByText("User nora not found")).toBeVisible();
  answer(routes.findUser, () => ({ username: "ben" }));
  for (const name of ["ben", "BEN"]) {
    await personField().fill(name);
    await addButton().click();
    await expect.element(personField()).toHaveValue("");
  }
  await page.getByPlaceholder("Enter a team name").fill("Divers");
  await page.getByRole("button", { name: "Add team" }).click();
  await expect.element(page.getByText("The team Divers does not exist")).toBeVisible();
  await page.getByRole("button", { name: /^Create/ }).click();
  await expect.element(page.getByText("A project title is required")).toBeVisible();
  await expect.element(page.getByText("A video file is required")).toBeVisible();
  await page.getByRole("textbox", { name: "Title" }).fill("Spring reel");
  await page.getByRole("button", { name: "Choose Reef 1" }).click();
  await page.getByRole("button", { name: /^Create/ }).click();
  await expect
    .poll(() => created[0]?.body)
    .toMatchObject({
      name: "Spring reel",
      uuid: "video-1",
      collabs: [{ username: "ben", role: "viewer" }],
      teams: [],
    });
  expect(onCreated).not.toHaveBeenCalled();
});

test("the picker goes to the last page that exists when the page shown has become empty", async () => {
  let shown = videos;
  answer(routes.listTeams, () => []);
  answer(routes.listVideos, ({ query }) => {
    const at = (Number(query.page) - 1) * Number(query.pagesize);
    return { _embedded: shown.slice(at, at + Number(query.pagesize)), _size: shown.length };
  });
  show(<NewProjectForm onCreated={() => undefined} />);
  await page.getByRole("button", { name: "Next videos" }).click();
  await expect.element(page.getByText("Reef 5")).toBeVisible();
  shown = videos.slice(0, 4);
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
  await expect.element(page.getByText("Reef 3")).toBeVisible();
});

test("a team is not reported as missing while the teams cannot be loaded", async () => {
  openForm();
  refuse(routes.listTeams, new Refusal("unavailable"));
  const field = page.getByPlaceholder("Enter a team name");
  await field.fill("divers");
  await page.getByRole("button", { name: "Add team" }).click();
  await expect.element(page.getByText("The server does not respond. Try again later.")).toBeVisible();
  await expect.element(page.getByText("The team divers does not exist")).not.toBeInTheDocument();
  answer(routes.listTeams, () => [{ uuid: "team-1", teamName: "Divers" }] as never);
  await page.getByRole("button", { name: "Add team" }).click();
  await expect.element(page.getByRole("button", { name: "Remove Divers" })).toBeVisible();
  await expect.element(field).toHaveValue("");
});

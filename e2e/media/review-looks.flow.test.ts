import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useReviewedFilm } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };

const browser = useBrowser();
const reviewedFilm = useReviewedFilm();
beforeEach(async () => {
  const { owner, friend, project } = reviewedFilm;
  const { uuid } = await reviewedFilm.comment({ text: "Plus clair ici, s'il vous plaît", frame: 25 });
  await friend.call(routes.createComment, {
    params: { id: project, n: "1" },
    body: {
      uuid: crypto.randomUUID(),
      text: "D'accord",
      parent: uuid,
      drawing: {
        shapes: [{ kind: "rectangle", from: [0.2, 0.2], to: [0.6, 0.6], color: "#ff0000", size: 0.01 }],
      },
    },
  });
  await owner.call(routes.setReviewers, {
    params: { id: project, n: "1" },
    body: { reviewers: [friend.username], dueAt: "2036-12-24T17:30:00.000Z" },
  });
});

async function openOnPhone(page: Page): Promise<Page> {
  await page.setViewportSize(PHONE_VIEWPORT);
  // The dashboard follows the system's theme until the user chooses one.
  await page.emulateMedia({ colorScheme: "dark" });
  return page;
}

async function expectFits(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_VIEWPORT.width);
  expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
}

const clickButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

test("projects, a review with its links and reviewers, and notifications fit a phone, in French and in dark mode", async () => {
  const { friend, owner, project } = reviewedFilm;
  const open = async (path: string, person = owner, context = browser.context) =>
    openOnPhone(await openAs(context, useAdministrator(), { person, path, language: "FR" }));
  const list = await open("/vireed");
  await list.getByText("Harbour film").first().waitFor();
  await expectFits(list);
  const creation = await open("/newproject");
  await creation.getByRole("textbox", { name: "Titre" }).waitFor();
  await expectFits(creation);

  const page = await open(`/vireed/${project}/1`);
  await page.getByText("Plus clair ici").first().waitFor();
  await page.getByRole("region", { name: "Ligne de temps" }).waitFor();
  await expectFits(page);
  await clickButton(page, "Dessiner");
  await page
    .getByRole("group", { name: /Dessiner/ })
    .first()
    .waitFor();
  await expectFits(page);
  await page.keyboard.press("Escape");
  await clickButton(page, "Choisir les relecteurs");
  const dialog = page.getByRole("dialog");
  await dialog.getByText(friend.username).first().waitFor();
  await expectFits(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await clickButton(page, "Liens de relecture");
  await page.getByText("Aucun lien de relecture").waitFor();
  await expectFits(page);
  await clickButton(page, "Nouveau lien");
  await page.getByRole("dialog", { name: "Nouveau lien de relecture" }).waitFor();
  await expectFits(page);

  // The friend has a separate browser, because tabs of one browser share the session.
  const others = await open("/vireed", friend, await browser.newContext());
  await clickButton(others, /^Notifications.*non lue/);
  await others
    .getByRole("link", { name: /version 1/ })
    .first()
    .waitFor();
  await expectFits(others);
});

test("a guest's entry page and their review fit a phone, in French and in dark mode", async () => {
  const { owner, project } = reviewedFilm;
  const link = await owner.call(routes.createReviewLink, {
    params: { id: project },
    body: {
      label: "Clients",
      hasWatermark: true,
      mayDownload: true,
      asksEmail: true,
      password: "marée et port",
    },
  });
  const page = await openOnPhone(await browser.context.newPage());
  await page.addInitScript(() => localStorage.setItem("shoal.language", "FR"));
  await page.goto(link.url ?? "");
  await page.getByRole("textbox", { name: "Votre nom" }).waitFor();
  await expectFits(page);
  await clickButton(page, "Commencer la relecture");
  await page.getByText("Saisissez votre nom").waitFor();
  await expectFits(page);
  await page.getByRole("textbox", { name: "Votre nom" }).fill("Ada du port autonome de la grande rade");
  await page.getByRole("textbox", { name: "Adresse e-mail" }).fill("ada@example.org");
  await page.getByLabel("Mot de passe", { exact: true }).fill("marée et port");
  await clickButton(page, "Commencer la relecture");
  await page.getByText("Plus clair ici").first().waitFor();
  await page.locator("[data-status=ready] span", { hasText: "Ada du port" }).first().waitFor();
  await expectFits(page);
});

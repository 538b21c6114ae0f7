import { ROLES, type Role } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { decideRedirect } from "../composition/guard.ts";
import { texts } from "../i18n/en/unavailablePages.ts";
import { chooseLanguage } from "../i18n/index.ts";
import { sampleClient, sampleUser } from "../testing/samples.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { NoAccess, PlanOnly } from "./no-screen.tsx";
import { dependsOnPlan } from "./plan.ts";
import { ROUTES } from "./route-table.ts";

cleanAfterEach();

const ROLE_SETS: readonly (readonly Role[])[] = [[], ...ROLES.map((role) => [role])];
const userWith = (roles: readonly Role[]) => sampleUser({ roles: [...roles], username: "harbour-desk" });
const REFUSABLE_SCREENS = ROUTES.flatMap(({ path, guard, screen }) =>
  ROLE_SETS.filter((roles) => decideRedirect(guard, userWith(roles))?.isRefusal).map(
    (roles) => [path, roles.join() || "no role", screen, roles] as const,
  ),
);

test("every role except administrators is refused some screens", () => {
  expect(new Set(REFUSABLE_SCREENS.map(([, role]) => role))).toEqual(
    new Set(["no role", "manager", "editor", "readAnalytics"]),
  );
});

test.each(REFUSABLE_SCREENS)(
  "%s names the page to a user with %s, and the people who may open it",
  async (path, _, screen, roles) => {
    show(<NoAccess />, {
      path: `/noaccess?${new URLSearchParams({ address: path.replaceAll(/:\w+/g, "6f1c") })}`,
      user: userWith(roles),
    });
    const name = texts.unavailablePages.pages[screen as keyof typeof texts.unavailablePages.pages];
    expect(name, screen).toBeTruthy();
    const title = page.getByRole("heading", { level: 1 });
    await expect.element(title).toBeVisible();
    expect(Object.values(texts.unavailablePages.titles)).toContain(title.element().textContent);
    await expect.element(page.getByText(`“${name}”`, { exact: false })).toBeVisible();
    await expect.element(page.getByText("Signed in as harbour-desk")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Back to start page" })).toHaveAttribute("href", "/");
  },
);

const PLAN_SCREENS = ROUTES.filter(({ screen }) => dependsOnPlan(screen));

test.each(PLAN_SCREENS.map(({ path, screen }) => [path, screen] as const))(
  "%s tells a client without it that their plan does not include it",
  async (path, screen) => {
    const client = sampleClient({ vireed: false, export: false, scenelist: false });
    show(<PlanOnly screen={screen} Screen={() => "the screen"} />, {
      path: path.replaceAll(/:\w+/g, "6f1c"),
      user: sampleUser({ client_infos: [client] }),
    });
    await expect.element(page.getByRole("heading", { name: "Not part of your plan" })).toBeVisible();
    const name = texts.unavailablePages.pages[screen as keyof typeof texts.unavailablePages.pages];
    await expect.element(page.getByText(`“${name}” is available with another plan.`)).toBeVisible();
  },
);

test("the page is also named in French, with the required role", async () => {
  await chooseLanguage("FR");
  show(<NoAccess />, { path: "/noaccess?address=%2Finvoices", user: userWith(["manager"]) });
  await expect
    .element(page.getByRole("heading", { name: "Page réservée aux administrateurs" }))
    .toBeVisible();
  await expect.element(page.getByText("«\u00a0Factures\u00a0» fait partie", { exact: false })).toBeVisible();
});

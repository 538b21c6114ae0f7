import { AxeBuilder } from "@axe-core/playwright";
import { type ApiCall, createApiClient, type Language, type Role, routes } from "@shoal/contract";
import type { BrowserContext, Page } from "playwright-core";
import { type Account, PASSWORD } from "./account.ts";

/** Somebody with an active account. */
export interface Person {
  username: string;
  credential: string;
  call: ApiCall;
}

/** Invites a user of a client and activates him by his link. */
export async function addPerson(
  admin: Account,
  client: string,
  fields: { username: string; roles: Role[]; email?: string },
): Promise<Person> {
  const { activationLink } = await admin.call(routes.createUser, { body: { ...fields, client } });
  const key = new URL(activationLink).hash.split("/").at(-1) ?? "";
  const anonymous = createApiClient({ baseUrl: admin.apiUrl, credential: () => undefined });
  const body = { password: PASSWORD, confirmPassword: PASSWORD };
  const { credential } = await anonymous(routes.signup, { params: { id: key }, body });
  return { username: fields.username, credential, call: callWith(admin.apiUrl, credential) };
}

/** A second session of somebody, as in another browser. */
export async function signInElsewhere(admin: Account, { username }: Person): Promise<Person> {
  const anonymous = createApiClient({ baseUrl: admin.apiUrl, credential: () => undefined });
  const { credential } = await anonymous(routes.login, { body: { username, password: PASSWORD } });
  return { username, credential, call: callWith(admin.apiUrl, credential) };
}

const callWith = (baseUrl: string, credential: string) =>
  createApiClient({ baseUrl, credential: () => credential });

/** Opens a page of the dashboard in a session that is there already. */
export async function openAs(
  context: BrowserContext,
  admin: Account,
  options: { person?: Person; path: string; language?: Language },
): Promise<Page> {
  const page = await context.newPage();
  // Any file of the same origin: its storage is the dashboard's.
  await page.goto(`${admin.apiUrl}/shoal.svg`);
  await page.evaluate(
    ([credential, language]) => {
      localStorage.clear();
      localStorage.setItem("shoal.language", language);
      if (credential) localStorage.setItem("shoal.credential", credential);
    },
    [options.person?.credential ?? "", options.language ?? "EN"] as const,
  );
  await page.goto(`${admin.apiUrl}/#${options.path}`);
  return page;
}

/** The serious and critical faults of a page for people with disabilities. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude("iframe")
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

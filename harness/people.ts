import { type ApiCall, createApiClient, type Language, type Role, routes } from "@shoal/contract";
import type { BrowserContext, Page } from "playwright-core";
import { type Account, ADMIN_PASSWORD } from "./account.ts";
import { linesOf, violationsOf } from "./axe.ts";

/** A user with an active account. */
export interface Person {
  username: string;
  credential: string;
  call: ApiCall;
}

/**
 * Invites a user of a client and activates the account by its link. If no roles are given, the initial role is removed.
 */
export async function addPerson(
  admin: Account,
  client: string,
  fields: { username: string; roles: Role[]; email?: string },
): Promise<Person> {
  const [role = "readAnalytics", ...more] = fields.roles;
  const { activationLink, user } = await admin.call(routes.createUser, {
    body: { ...fields, roles: [role, ...more], client },
  });
  if (fields.roles.length === 0) {
    const asManager = createApiClient({
      baseUrl: admin.apiUrl,
      credential: () => admin.credential,
      clientView: () => client,
    });
    await asManager(routes.revokePrivilege, { params: { id: user.uuid, privId: role } });
  }
  const key = new URL(activationLink).hash.split("/").at(-1) ?? "";
  const anonymous = createApiClient({ baseUrl: admin.apiUrl, credential: () => undefined });
  const body = { password: ADMIN_PASSWORD, confirmPassword: ADMIN_PASSWORD };
  const { credential } = await anonymous(routes.signup, { params: { id: key }, body });
  return { username: fields.username, credential, call: callWith(admin.apiUrl, credential) };
}

/** Opens another session of a user, as in a second browser. */
export async function signInElsewhere(admin: Account, { username }: Person): Promise<Person> {
  const anonymous = createApiClient({ baseUrl: admin.apiUrl, credential: () => undefined });
  const { credential } = await anonymous(routes.login, { body: { username, password: ADMIN_PASSWORD } });
  return { username, credential, call: callWith(admin.apiUrl, credential) };
}

const callWith = (baseUrl: string, credential: string) =>
  createApiClient({ baseUrl, credential: () => credential });

/** Opens a page of the dashboard in an existing session. */
export async function openAs(
  context: BrowserContext,
  admin: Account,
  options: { person?: Person; path: string; language?: Language },
): Promise<Page> {
  const page = await context.newPage();
  // The storage is shared by all pages of an origin, so any file of the dashboard's origin can be opened to set it.
  await page.goto(`${admin.apiUrl}/shoal.svg`);
  await page.evaluate(
    ([credential, language]) => {
      // The session is replaced without signing out. Signing out would also sign out the other pages of the context, because tabs
      // share the session.
      for (const key of Object.keys(localStorage))
        if (key !== "shoal.credential") localStorage.removeItem(key);
      localStorage.setItem("shoal.language", language);
      if (credential) localStorage.setItem("shoal.credential", credential);
      else localStorage.removeItem("shoal.credential");
    },
    [options.person?.credential ?? "", options.language ?? "EN"] as const,
  );
  await page.goto(`${admin.apiUrl}/#${options.path}`);
  return page;
}

/**
 * Returns whether no animation runs or is about to start. Half-faded content has too little contrast for the accessibility check.
 * Animations caused by a click start within a few frames. Runs in the page.
 */
function hasStoppedMoving(): boolean {
  const STILL_FRAMES = 6;
  const isFading = ({ playState, effect }: Animation) =>
    playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  // Content below another dialog is hidden, so it is not awaited.
  const isFaint = (element: Element) => {
    const { opacity, visibility } = getComputedStyle(element);
    return visibility !== "hidden" && Number(opacity) < 1;
  };
  const transitions = document.querySelectorAll('[style*="transition-property"]');
  const moves = document.getAnimations().some(isFading) || [...transitions].some(isFaint);
  const counted = window as { stillFrames?: number };
  counted.stillFrames = moves ? 0 : (counted.stillFrames ?? 0) + 1;
  return counted.stillFrames >= STILL_FRAMES;
}

/**
 * Resizes a page and waits until its layout is stable. A button that moves between the press and the release of a click would not
 * be clicked.
 */
export async function resizePage(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => delete (window as { layout?: unknown }).layout);
  await page.waitForFunction(isLaidOut);
}

/** Returns whether no control has moved for a while. Runs in the page. */
function isLaidOut(): boolean {
  const STILL_FRAMES = 20;
  const places = [...document.querySelectorAll("button, a")].map((each) => {
    const { x, y } = each.getBoundingClientRect();
    return `${x},${y}`;
  });
  const kept = window as { layout?: { places: string; frames: number } };
  const seen = { places: places.join(" "), frames: 0 };
  if (kept.layout?.places === seen.places) seen.frames = kept.layout.frames + 1;
  kept.layout = seen;
  return seen.frames >= STILL_FRAMES;
}

/**
 * Returns the serious and critical accessibility violations of a page. While an overlay such as an open list traps the focus, the
 * size of targets behind it is not checked, because they are reachable only once it is closed.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(() => delete (window as { stillFrames?: number }).stillFrames);
  await page.waitForFunction(hasStoppedMoving);
  const violations = await violationsOf(page, ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]);
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const checked = serious.map(async (violation) =>
    violation.id === "target-size"
      ? { ...violation, nodes: await withoutCovered(page, violation.nodes) }
      : violation,
  );
  return linesOf((await Promise.all(checked)).filter(({ nodes }) => nodes.length > 0));
}

/** Returns the nodes that no overlay covers that traps the focus. */
async function withoutCovered<Node extends { target: unknown[] }>(
  page: Page,
  nodes: readonly Node[],
): Promise<Node[]> {
  const isInFront = await page.evaluate(
    (selectors) => {
      const front = document.activeElement?.closest("[role=dialog]") ?? document;
      return selectors.map((selector) => front.contains(document.querySelector(selector)));
    },
    nodes.map(({ target }) => String(target[0])),
  );
  return nodes.filter((_, n) => isInFront[n]);
}

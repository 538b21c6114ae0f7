import type { Language } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { texts as english } from "../../../apps/dashboard/src/i18n/en/shell.ts";
import { texts as french } from "../../../apps/dashboard/src/i18n/fr/shell.ts";
import { shiftDate } from "./shift-date.ts";

/** The texts with which pages report errors. */
const ERROR_TEXTS: Record<Language, string[]> = {
  EN: [english.common.failure, ...plainTexts(english.errors)],
  FR: [french.common.failure, ...plainTexts(french.errors)],
};

interface PageVisitor {
  apiUrl: string;
  aheadMs: number;
  credential: string;
  language: Language;
}

/**
 * Opens one URL after another in a page and waits until each has loaded.
 * @returns the errors found: error responses, errors and warnings in the console, and error texts on the page.
 */
export async function visitAll(
  context: BrowserContext,
  visitor: PageVisitor,
  addresses: readonly string[],
): Promise<string[]> {
  const page = await context.newPage();
  const faults: string[] = [];
  let address = "";
  const note = (fault: string) => faults.push(`${address}: ${fault}`);
  const isSettled = followRequests(page);
  page.on("response", (response) => {
    if (response.status() >= 400)
      note(`HTTP ${response.status()} of ${response.request().method()} ${response.url()}`);
  });
  page.on("console", (message) => {
    // Error responses are recorded separately.
    const isComplaint = ["warning", "error"].includes(message.type());
    if (isComplaint && !message.text().startsWith("Failed to load resource"))
      note(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => note(String(error)));
  await page.addInitScript(shiftDate, visitor.aheadMs);
  await page.addInitScript(rememberSession, visitor);
  await page.goto(`${visitor.apiUrl}/#/profil`);
  for (address of addresses) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await eventually(async () => isSettled() && (await page.evaluate(isLoaded)), { what: address });
    const shown = await page.evaluate(() => document.body.innerText);
    for (const text of ERROR_TEXTS[visitor.language]) if (shown.includes(text)) note(`shows “${text}”`);
  }
  await page.close();
  return faults;
}

/** Creates a check of whether the page has had no pending request for a moment. Requests kept open for notifications are ignored. */
function followRequests(page: Page): () => boolean {
  const open = new Set<unknown>();
  let lastMs = performance.now();
  const QUIET_MS = 150;
  const change = () => {
    lastMs = performance.now();
  };
  page.on("request", (request) => {
    if (request.resourceType() === "eventsource" || request.resourceType() === "media") return;
    open.add(request);
    change();
  });
  for (const event of ["requestfinished", "requestfailed"] as const)
    page.on(event as "requestfinished", (request) => {
      open.delete(request);
      change();
    });
  page.on("framenavigated", change);
  return () => open.size === 0 && performance.now() - lastMs > QUIET_MS;
}

function rememberSession({ credential, language }: PageVisitor): void {
  if (window !== window.top) return;
  localStorage.setItem("shoal.language", language);
  localStorage.setItem("shoal.credential", credential);
}

/** Returns whether the page has loaded. Runs in the page. */
const isLoaded = (): boolean =>
  document.querySelector("h1, main") !== null &&
  document.querySelector(
    ".mantine-Skeleton-root, .mantine-Loader-root:not([aria-hidden]), [aria-busy=true]",
  ) === null;

function plainTexts(errors: Record<string, string>): string[] {
  return Object.values(errors).filter((text) => !text.includes("{{"));
}

import { afterEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { useWindows, windows } from "../components/ui/windows/windows.ts";
import { chooseLanguage } from "../i18n/index.ts";
import { session } from "../lib/session.ts";
import { sampleClient, sampleUser } from "../testing/samples.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { NavBar } from "./nav-bar.tsx";

cleanAfterEach();
afterEach(() => page.viewport(1_280, 800));

const bannerElement = () => page.getByRole("banner").element();

test("the bar shows a username completely in both languages if it fits", async () => {
  await page.viewport(1_440, 900);
  const user = sampleUser({ username: "lagoon-media-editor" });
  show(<NavBar user={user} />, { user });
  const name = page.getByTitle("LAGOON-MEDIA-EDITOR");
  for (const language of ["EN", "FR"] as const) {
    await chooseLanguage(language);
    await expect.element(name).toBeVisible();
    expect(name.element().scrollWidth).toBeLessThanOrEqual(name.element().clientWidth);
  }
});

test("the entry of the administration names the viewed client, and nothing else while there is none", async () => {
  const user = sampleUser({ roles: ["admin"] });
  show(<NavBar user={user} />, { user });
  const entry = page.getByRole("link", { name: /^ADMIN/ });
  const text = () => entry.element().textContent;
  await expect.element(entry).toBeVisible();
  expect(text()).toBe("ADMIN");
  session.setClientView({ uuid: "client-2", name: "Lighthouse Films" });
  onTestFinished(() => session.setClientView(undefined));
  await expect.poll(text).toBe("ADMINLighthouse Films");
});

test("in the fullest bar, only the username is shortened", async () => {
  await page.viewport(1_260, 800);
  await chooseLanguage("FR");
  const client = sampleClient({ vireed: true, chat: true });
  const user = sampleUser({
    username: "administration-of-the-lagoon",
    roles: ["admin"],
    client_infos: [client],
  });
  session.setClientView({ uuid: "client-2", name: "The harbour authority of the northern lagoon" });
  onTestFinished(() => session.setClientView(undefined));
  show(<NavBar user={user} />, { user });
  await expect.element(page.getByTitle("ADMINISTRATION-OF-THE-LAGOON")).toBeVisible();
  expect(bannerElement().scrollWidth).toBeLessThanOrEqual(1_260);
});

test("on a phone, choosing a page in the menu minimises the window that would cover it", async () => {
  await page.viewport(390, 844);
  const user = sampleUser();
  const states: boolean[] = [];
  const Windows = () => {
    const [window] = useWindows();
    if (window) states.push(window.isReduced);
    return null;
  };
  windows.open("newVideos");
  onTestFinished(() => windows.closeAll());
  show(
    <>
      <NavBar user={user} />
      <Windows />
    </>,
    { user },
  );
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  expect(states.at(-1)).toBe(false);
  await page.getByRole("banner").getByRole("link").nth(1).click();
  await expect.poll(() => states.at(-1)).toBe(true);
});

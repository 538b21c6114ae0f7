import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const OUTRO_TEXTS = {
  EN: {
    pictures: "Picture bank",
    empty: "No pictures yet",
    upload: "Choose pictures to upload",
    refused: "This is not a PNG, JPEG, WebP, GIF or AVIF picture.",
    remove: "Delete reef",
    confirm: "Delete",
    inUse: "These outros use it. Choose another picture for them first:",
    create: "Create",
    heading: "Title",
    buttonText: "Button text",
    buttonUrl: "Button link",
    headingFault: "Enter a title.",
    urlFault: "Enter a URL that begins with https://, http:// or mailto:.",
    pick: "Choose picture: Picture above the title",
    pickReef: "Choose reef",
    preview: "How viewers see the outro",
    section: "Outro",
    clear: "Remove",
    none: "No outro.",
    outros: "Outros",
    again: "Play again",
  },
  FR: {
    pictures: "Banque d’images",
    empty: "Aucune image pour le moment",
    upload: "Choisir des images à envoyer",
    refused: "Ce n’est pas une image PNG, JPEG, WebP, GIF ou AVIF.",
    remove: "Supprimer reef",
    confirm: "Supprimer",
    inUse: "Ces écrans de fin l’utilisent. Choisissez-leur d’abord une autre image :",
    create: "Créer",
    heading: "Titre",
    buttonText: "Texte du bouton",
    buttonUrl: "Lien du bouton",
    headingFault: "Saisissez un titre.",
    urlFault: "Saisissez une URL qui commence par https://, http:// ou mailto:.",
    pick: "Choisir une image: Image au-dessus du titre",
    pickReef: "Choisir reef",
    preview: "L’écran de fin vu par les spectateurs",
    section: "Écran de fin",
    clear: "Retirer",
    none: "Aucun écran de fin.",
    outros: "Écrans de fin",
    again: "Revoir",
  },
} as const;

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let pngBytes: Buffer;
beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const path = join(platform.installation.dataDir, "reef.png");
  execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=600x300", "-frames:v", "1", path]);
  pngBytes = await readFile(path);
});
afterAll(() => platform?.close());

/** Adds a new client's user and one of the client's videos. */
async function addOwner(name: string): Promise<{ owner: Person; video: string }> {
  const { uuid } = await admin.call(routes.createClient, { body: { clientname: name, type: "platform" } });
  const username = name.toLowerCase().replaceAll(" ", "-");
  const owner = await addPerson(admin, uuid, {
    username,
    roles: ["manager"],
    email: `${username}@example.org`,
  });
  return { owner, video: await uploadFile({ ...admin, ...owner }, "Reef film", Buffer.from("No video.")) };
}

const isDrawn = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

test.each(["EN", "FR"] as const)(
  "in %s, an uploaded picture is shown in the preview of a new outro, and cannot be deleted while it is used",
  async (language) => {
    const t = OUTRO_TEXTS[language];
    const { owner, video } = await addOwner(`Reef ${language}`);
    const page = await openAs(browser.context, admin, { person: owner, path: "/pictures", language });
    await page.getByRole("heading", { name: t.pictures, level: 1 }).waitFor();
    await page.getByText(t.empty).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const files = page.locator("input[type=file]");
    await files.setInputFiles([
      { name: "words.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
      { name: "reef.png", mimeType: "image/png", buffer: pngBytes },
    ]);
    await page.getByText(t.refused).waitFor();
    await page.getByText(/600 × 300 px/).waitFor();
    await expect.poll(() => isDrawn(page, "li picture img")).toBe(true);
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${admin.apiUrl}/#/outros/new?video=${video}`);
    const field = (name: string) => page.getByRole("textbox", { name });
    await field(t.buttonText).fill("Visit us");
    await field(t.buttonUrl).fill("javascript:alert(1)");
    await page.getByRole("button", { name: t.create }).click();
    await page.getByText(t.headingFault).waitFor();
    await page.getByText(t.urlFault).waitFor();
    await field(t.heading).fill("Goodbye");
    await field(t.buttonUrl).fill("reef.example/visit");
    await page.getByRole("button", { name: t.pick }).click();
    await page.getByRole("button", { name: t.pickReef }).click();
    const preview = page.frameLocator(`iframe[title="${t.preview}"]`);
    await preview.getByRole("heading", { name: "Goodbye" }).waitFor();
    await preview.getByRole("button", { name: t.again }).waitFor();
    expect(await preview.getByText("Visit us").getAttribute("href")).toBe("https://reef.example/visit");
    await expect
      .poll(() =>
        preview
          .locator(".outro-image img")
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      )
      .toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: t.create }).click();

    const section = page.getByRole("region", { name: t.section, exact: true });
    await section.frameLocator("iframe").getByRole("heading", { name: "Goodbye" }).waitFor();
    const { outro } = await owner.call(routes.getVideo, { params: { id: video } });
    expect(outro).not.toBeNull();
    await page.goto(`${admin.apiUrl}/#/outros`);
    await page.getByRole("link", { name: "Goodbye", exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${admin.apiUrl}/#/pictures`);
    await page.getByRole("button", { name: t.remove }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.confirm }).click();
    await page.getByText(t.inUse).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Goodbye" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto(`${admin.apiUrl}/#/player/${video}?section=outro`);
    await section.getByRole("button", { name: t.clear }).click();
    await section.getByText(t.none).waitFor();
    expect((await owner.call(routes.getVideo, { params: { id: video } })).outro).toBeNull();
  },
);

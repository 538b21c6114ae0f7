import type { ConfigView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { SitesPanel } from "./sites-panel.tsx";

cleanAfterEach();

const createSite = (uuid: string, name: string) => ({
  uuid,
  name,
  websites: [],
  publicIPs: [],
  subnets: [],
  exchange: "first",
});
const CONFIG = {
  uuid: "config-1",
  revision: 1,
  sites: [createSite("1", "Brest"), createSite("2", "Lorient")],
} as unknown as ConfigView;

test("editing a second site keeps the values entered for the first", async () => {
  show(<SitesPanel config={CONFIG} isReadOnly={false} />);
  const row = (name: string) => page.getByRole("article", { name });
  const name = (site: string) =>
    page.getByRole("form", { name: site }).getByRole("textbox", { name: "Site name" });
  await row("Brest").getByRole("button", { name: "Edit" }).click();
  await name("Brest").fill("Brest harbour");
  await row("Lorient").getByRole("button", { name: "Edit" }).click();
  await expect.element(name("Lorient")).toHaveValue("Lorient");
  await expect.element(name("Brest")).toHaveValue("Brest harbour");
});

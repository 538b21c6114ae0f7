import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { IceSets } from "./ice-sets.tsx";

cleanAfterEach();

const SETS = [
  { uuid: "set-1", name: "Harbour", iceServers: [{ urls: ["stun:stun.example.org"] }], isInForce: true },
  { uuid: "set-2", name: "Pier", iceServers: [{ urls: ["stun:stun.example.com"] }], isInForce: false },
];
const question = page.getByRole("dialog", { name: "Close without saving?" });
const name = page.getByRole("textbox", { name: "Set name" });

/** Opens the first of two sets and changes its name. */
async function changeName() {
  answer(routes.listIces, () => SETS.map((set) => ({ ...set, revision: 1 })) as never);
  show(<IceSets clientUuid="client-1" />);
  await page.getByRole("button", { name: "Edit" }).first().click();
  await name.fill("Harbour TV");
}

test("Cancel asks before it discards a changed set", async () => {
  await changeName();
  await page.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(name).toHaveValue("Harbour TV");
  await expect.element(question).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(name).not.toBeInTheDocument();
});

test("editing another set asks before it discards a changed one", async () => {
  await changeName();
  await page.getByRole("button", { name: "Edit" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(name).toHaveValue("Pier");
});

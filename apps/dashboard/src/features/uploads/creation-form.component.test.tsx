import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { CreationForm } from "./creation-form.tsx";

cleanAfterEach();

const choose = (origin: string) => page.getByText(origin, { exact: true }).click();
const field = (name: string) => page.getByRole("textbox", { name });
const password = () => page.getByRole("switch", { name: "Ask viewers for a password" });

test("a change to files and back keeps the address, the title and the options, except the password", async () => {
  show(<CreationForm onLive={() => undefined} onDone={() => undefined} />);
  await choose("By URL");
  await field("Video file address").fill("https://films.example.org/harbour.mp4");
  await field("Title").click();
  await expect.element(field("Title")).toHaveValue("harbour");
  await field("Title").fill("The harbour");
  const autoplay = page.getByRole("switch", { name: /^Autoplay/ });
  await autoplay.click();
  await password().click();
  await page.getByLabelText("Password for viewers").fill("sea-1234");
  await expect.element(page.getByLabelText("Password for viewers")).toHaveValue("sea-1234");
  await choose("Files");
  await expect.element(field("Title")).not.toBeInTheDocument();
  await choose("By URL");
  await expect.element(field("Title")).toHaveValue("The harbour");
  await expect.element(field("Video file address")).toHaveValue("https://films.example.org/harbour.mp4");
  await expect.element(autoplay).toBeChecked();
  await expect.element(password()).not.toBeChecked();
});

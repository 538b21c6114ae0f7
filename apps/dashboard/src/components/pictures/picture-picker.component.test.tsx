import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { PictureField } from "./picture-picker.tsx";

cleanAfterEach();

test("a page of pictures that no longer exists leads back to the last page", async () => {
  // The 13th picture is deleted while the first page is displayed.
  answer(
    routes.listPictures,
    ({ query }) => ({ _embedded: [], _size: query.page === "1" ? 13 : 12 }) as never,
  );
  show(<PictureField label="Poster" picture={null} onChange={() => undefined} />);
  await page.getByRole("button", { name: "Choose picture: Poster" }).click();
  const pageButton = (number: number) => page.getByRole("button", { name: `Page ${number}`, exact: true });
  await expect.element(pageButton(1)).toHaveAttribute("aria-current", "page");
  await pageButton(2).click();
  await expect.element(pageButton(1)).toHaveAttribute("aria-current", "page");
});

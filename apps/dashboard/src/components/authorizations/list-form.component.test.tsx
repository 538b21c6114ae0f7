import { routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { authorizationsQuery } from "./authorizations-query.ts";
import { ListForm } from "./list-form.tsx";

cleanAfterEach();

const CLIENT = "6f1c2d3e-0000-4000-8000-00000000000c";

function Countries() {
  const { data } = useQuery(authorizationsQuery(CLIENT));
  if (!data) return null;
  return (
    <ListForm clientUuid={CLIENT} name="authorizedCountries" saved={data.authorizedCountries}>
      {(entries, change) => (
        <>
          <p>Entries: {entries.join(" ")}</p>
          {["FR", "BE"].map((entry) => (
            <button key={entry} type="button" onClick={() => change([...entries, entry])}>
              Add {entry}
            </button>
          ))}
        </>
      )}
    </ListForm>
  );
}

test("an entry added while the list is being saved is kept and saved next", async () => {
  const lists = (authorizedCountries: string[], revision: number) =>
    ({ authorizedCountries, revision }) as never;
  let saved: string[] = [];
  answer(routes.getAuthorizations, () => lists(saved, 1));
  const arrived = Promise.withResolvers<void>();
  const sent = answer(routes.setAuthorizedCountries, async ({ body }) => {
    await arrived.promise;
    saved = (body as { authorizedCountries: string[] }).authorizedCountries;
    return lists(saved, 2);
  });
  show(<Countries />);
  await page.getByRole("button", { name: "Add FR" }).click();
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await expect.poll(() => sent.length).toBe(1);
  await page.getByRole("button", { name: "Add BE" }).click();
  arrived.resolve();
  await expect.element(page.getByText("List applied")).toBeVisible();
  await expect.element(page.getByText("Entries: FR BE")).toBeVisible();
  await save.click();
  await expect.poll(() => sent[1]?.body).toMatchObject({ authorizedCountries: ["FR", "BE"] });
  await expect.element(save).not.toBeInTheDocument();
});

import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { SearchField } from "./search-field.tsx";

cleanAfterEach();

/** A list whose address follows the search a moment later, as that of a page does. */
function List() {
  const [search, setSearch] = useState("");
  const [wanted, setWanted] = useState("");
  return (
    <>
      <SearchField search={search} onSearch={setWanted} label="Search" clearLabel="Clear" />
      <button type="button" onClick={() => setSearch(wanted)}>
        Apply
      </button>
      <button type="button" onClick={() => setSearch("harbour")}>
        Back
      </button>
      <p>Searched: {search}</p>
    </>
  );
}

const field = () => page.getByRole("searchbox", { name: "Search" });
const press = (name: string) => page.getByRole("button", { name }).click();

test("what is typed while a search is applied stays, also the space before the next word", async () => {
  show(<List />);
  await field().click();
  await userEvent.keyboard("herring {Enter}at");
  await press("Apply");
  await expect.element(page.getByText("Searched: herring")).toBeVisible();
  await expect.element(field()).toHaveValue("herring at");
  await field().fill("cod ");
  await userEvent.keyboard("{Enter}");
  await press("Apply");
  await expect.element(page.getByText("Searched: cod")).toBeVisible();
  await expect.element(field()).toHaveValue("cod ");
});

test("a search that comes from elsewhere, as with Back, replaces the text", async () => {
  show(<List />);
  await field().click();
  await userEvent.keyboard("herring{Enter}");
  await press("Apply");
  await press("Back");
  await expect.element(field()).toHaveValue("harbour");
});

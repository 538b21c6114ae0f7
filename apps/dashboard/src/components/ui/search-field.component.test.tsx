import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { SearchField } from "./search-field.tsx";

cleanAfterEach();

/** Renders a list whose URL follows the search a moment later, as on a real page. */
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
const pressButton = (name: string) => page.getByRole("button", { name }).click();

test("text typed while a search is applied is kept, including a trailing space", async () => {
  show(<List />);
  await field().click();
  await userEvent.keyboard("herring {Enter}at");
  await pressButton("Apply");
  await expect.element(page.getByText("Searched: herring")).toBeVisible();
  await expect.element(field()).toHaveValue("herring at");
  await field().fill("cod ");
  await userEvent.keyboard("{Enter}");
  await pressButton("Apply");
  await expect.element(page.getByText("Searched: cod")).toBeVisible();
  await expect.element(field()).toHaveValue("cod ");
});

test("a search that changes from outside, as with Back, replaces the text", async () => {
  show(<List />);
  await field().click();
  await userEvent.keyboard("herring{Enter}");
  await pressButton("Apply");
  await pressButton("Back");
  await expect.element(field()).toHaveValue("harbour");
});

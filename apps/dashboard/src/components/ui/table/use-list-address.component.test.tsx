import { Link, useNavigate } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { useExistingPage, useListAddress } from "./use-list-address.ts";

cleanAfterEach();

const LIST_SHAPE = { sortFields: [], defaultSort: {}, filters: [] };

/** Renders a list of 25 items whose state is in the URL. */
function List() {
  const [state, change] = useListAddress<never, never>(LIST_SHAPE);
  useExistingPage({ data: { _size: 25 }, isPlaceholderData: false }, state, change);
  return <p>Page {state.page}</p>;
}

const COLOURS = ["red", "blue"] as const;

/** Filters a list by any of two colours, with two changes before the first is displayed. */
function ColouredList() {
  const [state, change] = useListAddress<never, "colours">({ ...LIST_SHAPE, filters: ["colours"] });
  const addColours = () => {
    for (const colour of COLOURS)
      change({ filters: ({ colours }) => ({ colours: colours === "" ? colour : `${colours},${colour}` }) });
  };
  return (
    <button type="button" onClick={addColours}>
      Colours: {state.filters.colours}
    </button>
  );
}

function Page() {
  const navigate = useNavigate();
  return (
    <>
      <Link to="/list?page=9">A link to page 9</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <List />
    </>
  );
}

test("a page that no longer exists redirects to the last page, and Back skips both", async () => {
  const { address } = show(<Page />, { path: "/start" });
  await page.getByRole("link", { name: "A link to page 9" }).click();
  await expect.poll(address).toBe("/list?page=2");
  await page.getByRole("button", { name: "Back" }).click();
  await expect.poll(address).toBe("/start");
});

test("the second of two quick changes of one filter keeps the first", async () => {
  const { address } = show(<ColouredList />, { path: "/list" });
  await page.getByRole("button", { name: "Colours:" }).click();
  await expect.element(page.getByRole("button", { name: "Colours: red,blue" })).toBeVisible();
  expect(address()).toBe("/list?colours=red%2Cblue");
});

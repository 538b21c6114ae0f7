import { routes } from "@shoal/contract";
import { onlineManager, useMutation, useQuery } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { ErrorState } from "../components/ui/states.tsx";
import { answer } from "../testing/fake-api.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { errorText } from "./error-text.ts";
import { call } from "./session.ts";

cleanAfterEach();
afterEach(() => onlineManager.setOnline(true));

const TAGS_QUERY = { queryKey: ["tags"], queryFn: () => call(routes.listTags, { query: {} }) };

function TagsPart() {
  const { data, error, refetch } = useQuery(TAGS_QUERY);
  const remove = useMutation({ mutationFn: () => call(routes.listCategories, {}) });
  return (
    <>
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {data && <p>Loaded</p>}
      <button type="button" disabled={remove.isPending} onClick={() => remove.mutate()}>
        Change
      </button>
      <p>{remove.error && `Not changed: ${errorText(remove.error)}`}</p>
    </>
  );
}

test("without a network, a page reports that the server cannot be reached, and loads when the network is back", async () => {
  let isAway = true;
  const respond = () => {
    if (isAway) throw new TypeError("Failed to fetch");
    return [];
  };
  answer(routes.listTags, respond);
  answer(routes.listCategories, respond);
  onlineManager.setOnline(false);
  show(<TagsPart />);
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await expect.element(page.getByText(/^Not changed: ./)).toBeVisible();
  isAway = false;
  onlineManager.setOnline(true);
  await expect.element(page.getByText("Loaded")).toBeVisible();
});

import { type ClientView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { sampleClient, sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ClientLeave } from "./client-leave.tsx";

cleanAfterEach();

const LEAVING_CLIENT = sampleClient({ uuid: "client-1", subscriptionEndsAt: "2090-05-17T10:00:00.000Z" });

/** Renders the section of a client, whose state is loaded with `read`. */
function showLeave(read: () => ClientView | Promise<ClientView>) {
  answer(routes.getClient, read);
  const [client] = sampleUser().client_infos;
  if (!client) throw new Error("A sample user without a client");
  show(<ClientLeave client={{ ...client, uuid: LEAVING_CLIENT.uuid }} />);
}

const unsubscribeButton = () => page.getByRole("button", { name: "Unsubscribe" });
const dialog = () => page.getByRole("dialog");
async function cancelDialog() {
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
}

test("the date and consequences of the deletion are shown before the user confirms", async () => {
  showLeave(() => LEAVING_CLIENT);
  const planned = answer(routes.planClientDeletion, () => ({ ...LEAVING_CLIENT, dataToDelete: true }));
  await expect.element(page.getByText(/will be deleted on .*17.*2090/)).toBeVisible();
  await unsubscribeButton().click();
  await expect.element(dialog().getByText(/will be deleted on .*17.*2090/)).toBeVisible();
  await expect.element(dialog().getByText(/all users lose access for good/)).toBeVisible();
  await expect.element(dialog().getByText(/videos, pictures and statistics are deleted/)).toBeVisible();
  await cancelDialog();
  expect(planned).toHaveLength(0);
});

test("the user cannot confirm before the date is loaded", async () => {
  const read = Promise.withResolvers<ClientView>();
  showLeave(() => read.promise);
  await unsubscribeButton().click();
  const agree = dialog().getByRole("button", { name: "Unsubscribe" });
  await expect.element(agree).toBeDisabled();
  read.resolve(LEAVING_CLIENT);
  await expect.element(agree).toBeEnabled();
  await cancelDialog();
});

import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Refusal, refuse } from "../../../testing/fake-api.ts";
import { sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { PlaceSection } from "./place-section.tsx";

cleanAfterEach();

test("a failed removal of a location shows the reason and can be retried", async () => {
  const sent = refuse(routes.updateVideo, new Refusal("too_many_requests"));
  show(
    <PlaceSection video={sampleVideo({ place: { label: "Brest", latitude: 48.39, longitude: -4.49 } })} />,
  );
  const remove = page.getByRole("button", { name: /Remove/ });
  await remove.click();
  await expect.element(page.getByRole("alert").getByText(/Too many/)).toBeVisible();
  await expect.element(remove).toBeEnabled();
  expect(sent).toHaveLength(1);
});

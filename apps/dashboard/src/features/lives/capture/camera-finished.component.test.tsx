import { type NavigateFunction, useNavigate } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useClosingByBack } from "../../../components/ui/dialogs/use-closing-by-back.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { openCameraFinishedDialog } from "./camera-finished.tsx";

cleanAfterEach();

let navigate: NavigateFunction;

function CapturePage() {
  useClosingByBack();
  navigate = useNavigate();
  return <p>The camera</p>;
}

test("the dialog that a live has ended stays after Back, which ended it", async () => {
  const { address } = show(<CapturePage />, { path: "/capture", previousPath: "/videos" });
  await expect.element(page.getByText("The camera")).toBeVisible();
  openCameraFinishedDialog("a-video");
  const finished = page.getByRole("dialog");
  await expect.element(finished).toBeVisible();
  await navigate(-1);
  await expect.poll(address).toBe("/videos");
  await expect.element(finished).toBeVisible();
  await finished.getByRole("button", { name: "Close" }).last().click();
  await expect.element(finished).not.toBeInTheDocument();
});

import type { DeliveryRules, RuleName } from "@shoal/contract";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { RuleEditor } from "./rule-editor.tsx";

cleanAfterEach();

/** Renders the editor of a rule. @returns a function that reads its current value. */
function renderEditor<Name extends RuleName>(name: Name, first: DeliveryRules[Name], error?: string) {
  let now = first;
  function Edited() {
    const [value, setValue] = useState(first);
    now = value;
    return (
      <RuleEditor
        name={name}
        label="The rule"
        value={value}
        onChange={(next) => setValue(next as DeliveryRules[Name])}
        error={error}
        timeZone="UTC"
      />
    );
  }
  show(<Edited />);
  return () => now;
}

test("a rule that can be on or off is chosen by radio buttons", async () => {
  const value = renderEditor("p2pWeb", true);
  await page.getByRole("radiogroup", { name: "The rule" }).getByText("Off").click();
  expect(value()).toBe(false);
});

test("the fault of a number is shown at its field", async () => {
  renderEditor("viewerThreshold", 2, "Enter a number from 2 to 100");
  await expect
    .element(page.getByRole("textbox", { name: "The rule" }))
    .toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByText("Enter a number from 2 to 100")).toBeVisible();
});

test("Enter adds an address; an invalid one is reported and not added", async () => {
  const value = renderEditor("authorizedIPs", []);
  const field = page.getByRole("textbox").first();
  await field.fill("192.0.2.7");
  await userEvent.keyboard("{Enter}");
  await expect.poll(value).toEqual(["192.0.2.7"]);
  await field.fill("nowhere");
  await userEvent.keyboard("{Enter}");
  expect(value()).toEqual(["192.0.2.7"]);
});

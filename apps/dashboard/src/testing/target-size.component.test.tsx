import { ActionIcon, Button, CloseButton } from "@mantine/core";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "./show.tsx";

cleanAfterEach();

const BUTTON_SIZES = ["xs", "sm"] as const;

test("the smallest buttons are 24 px high and wide, so that a finger meets them", async () => {
  show(
    BUTTON_SIZES.map((size) => (
      <div key={size}>
        <Button size={`compact-${size}`}>+</Button>
        <ActionIcon size={size} aria-label="Icon">
          +
        </ActionIcon>
        <CloseButton size={size} aria-label="Close" />
      </div>
    )),
  );
  await expect.element(page.getByRole("button").first()).toBeVisible();
  const small = [...document.querySelectorAll("button")]
    .map((button) => ({ name: button.className, ...button.getBoundingClientRect().toJSON() }))
    .filter(({ width, height }) => width < 24 || height < 24);
  expect(small).toEqual([]);
});

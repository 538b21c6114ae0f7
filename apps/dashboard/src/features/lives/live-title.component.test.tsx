import { routes } from "@shoal/contract";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseLanguage } from "../../i18n/index.ts";
import { answer } from "../../testing/fake-api.ts";
import { sampleUser, sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { suggestTitle } from "./live-values.ts";
import { RenameLive } from "./rename-live.tsx";
import { TitleField } from "./title-field.tsx";

cleanAfterEach();

function Form({ first }: { first: string }) {
  const [title, setTitle] = useState(first);
  return (
    <div style={{ width: 330 }}>
      <TitleField
        input={{
          value: title,
          onChange: (event: { currentTarget: { value: string } }) => setTitle(event.currentTarget.value),
        }}
        onTitle={setTitle}
      />
    </div>
  );
}

test.each(["EN", "FR"] as const)(
  "the button in the title field shows the whole date (%s)",
  async (language) => {
    await chooseLanguage(language);
    show(<Form first={suggestTitle()} />);
    const button = page.getByRole("button", { name: /:\d\d/ });
    await expect.element(button).toBeVisible();
    const label = button.element().querySelector(".mantine-Button-label");
    expect(label?.scrollWidth).toBeLessThanOrEqual(label?.clientWidth ?? 0);
  },
);

test("the button in the field replaces the default title with a dated one and disappears", async () => {
  show(<Form first={suggestTitle()} />);
  const field = page.getByRole("textbox", { name: "Title" });
  const button = page.getByRole("button", { name: /^Use “Live of / });
  await expect.element(button).toBeVisible();
  const [inField, inButton] = [field, button].map((each) => each.element().getBoundingClientRect());
  expect(inButton?.right).toBeLessThanOrEqual(inField?.right ?? 0);
  expect(inButton?.top).toBeGreaterThanOrEqual(inField?.top ?? 0);
  const label = button.element().querySelector(".mantine-Button-label");
  expect(label?.scrollWidth, "a date that is cut off").toBe(label?.clientWidth);
  await button.click();
  await expect.element(field).toHaveValue(expect.stringMatching(/^Live of \d{1,2} \w+, \d\d:\d\d$/));
  await expect.element(field).toHaveFocus();
  await expect.element(button).not.toBeInTheDocument();
});

test("a live with its default title can be renamed in one step", async () => {
  let video = sampleVideo({ type: "live", title: suggestTitle() });
  answer(routes.getVideo, () => video);
  const saved = answer(routes.updateVideo, ({ body }) => {
    video = { ...video, ...(body as { title: string }) };
    return video;
  });
  show(<RenameLive video={video} />);
  await page.getByRole("textbox", { name: "Title" }).fill("The regatta");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect.poll(() => saved.map(({ body }) => body)).toEqual([{ title: "The regatta", revision: 1 }]);
});

test.each([
  ["with a title of its own", sampleVideo({ type: "live", title: "The regatta" }), sampleUser()],
  [
    "for who may not modify it",
    sampleVideo({ type: "live", title: suggestTitle() }),
    sampleUser({ roles: [], role: null }),
  ],
])("no rename is offered for a live %s", async (_, video, user) => {
  show(
    <>
      <RenameLive video={video} />
      <p>Below</p>
    </>,
    { user },
  );
  await expect.element(page.getByText("Below")).toBeVisible();
  expect(page.getByText("Give this live a title").query()).toBeNull();
});

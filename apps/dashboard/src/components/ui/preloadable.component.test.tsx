import { Suspense } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { createPreloadable } from "./preloadable.tsx";

cleanAfterEach();

const loadRoom = async () => ({ default: ({ name }: { name: string }) => <p>Room {name}</p> });

test("a prepared component renders at once, without its placeholder", async () => {
  const Room = createPreloadable(loadRoom);
  await Room.prepare();
  let placeholders = 0;
  const Placeholder = () => {
    placeholders += 1;
    return <p>Loading</p>;
  };
  show(
    <Suspense fallback={<Placeholder />}>
      <Room name="Harbour" />
    </Suspense>,
  );
  await expect.element(page.getByText("Room Harbour")).toBeVisible();
  expect(placeholders).toBe(0);
});

test("an unprepared component renders once it is loaded", async () => {
  const Room = createPreloadable(loadRoom);
  show(
    <Suspense fallback="Loading">
      <Room name="Harbour" />
    </Suspense>,
  );
  await expect.element(page.getByText("Room Harbour")).toBeVisible();
});

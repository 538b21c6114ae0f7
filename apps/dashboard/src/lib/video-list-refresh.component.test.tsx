import { routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { answer } from "../testing/fake-api.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { videoListQuery } from "./video-cache.ts";

cleanAfterEach();

function List() {
  useQuery(videoListQuery({ page: 1 }));
  return null;
}

test("an open list of videos is read again every five minutes, also without a socket", async () => {
  const timers = vi.spyOn(window, "setInterval");
  onTestFinished(() => timers.mockRestore());
  const asked = answer(routes.listVideos, () => ({ _embedded: [], _size: 0 }));
  show(<List />);
  await expect.poll(() => asked.length).toBe(1);
  const everyFiveMinutes = timers.mock.calls.filter(([, ms]) => ms === 300_000).map(([run]) => run);
  for (const run of everyFiveMinutes) (run as () => void)();
  await expect.poll(() => asked.length).toBe(2);
});

import { type ApiCall, routes, type VideoView } from "@shoal/contract";
import { type Publisher, publish } from "@shoal/testkit";
import { onTestFinished } from "vitest";

/** Publishes a live with ffmpeg until the end of the test. */
export function beginPublishing({ url, streamKey }: { url: string; streamKey: string }): Publisher {
  const publisher = publish(`${url}/${streamKey}`, { seconds: 3_600, isLive: true });
  onTestFinished(async () => {
    publisher.child.kill("SIGKILL");
    await publisher.ended;
  });
  return publisher;
}

/** Returns the recordings of a live. Only the first page of the list is read. */
export async function archivesOf(call: ApiCall, uuid: string): Promise<VideoView[]> {
  const query = { page: 1, filter: { parent: uuid } as never };
  return (await call(routes.listVideos, { query }))._embedded;
}

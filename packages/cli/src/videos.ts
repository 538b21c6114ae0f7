import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { VideoView } from "@shoal/client";
import {
  type Command,
  formatTable,
  printResult,
  stripControlCharacters,
  textOptionOf,
  textOptionsOf,
} from "./command.ts";
import { EXIT_CODES, UsageError } from "./errors.ts";
import { parseWholeNumber } from "./number.ts";

export const listCommand: Command = {
  name: "list",
  usage: "[options]",
  summary: "List videos and lives, newest first",
  options: {
    search: { type: "string" },
    tag: { type: "string", multiple: true },
    limit: { type: "string" },
  },
  help: {
    "--search TEXT": "search titles, tags and descriptions",
    "--tag TEXT": "only videos with this tag; can be repeated",
    "--limit N": "maximum number of videos (default: 50)",
  },
  async run(invocation) {
    const { shoal } = await invocation.client();
    const limit = parseWholeNumber(invocation, "limit", { min: 1, max: 1_000_000, otherwise: 50 });
    const search = textOptionOf(invocation, "search");
    const tags = textOptionsOf(invocation, "tag");
    const query = {
      pagesize: Math.min(limit, 100),
      ...(search === undefined ? {} : { search }),
      ...(tags.length > 0 ? { tags } : {}),
    };
    const videos: VideoView[] = [];
    const { signal } = invocation.terminal;
    for await (const video of shoal.all("listVideos", { query }, { signal })) {
      // Users with access to analytics only receive fewer fields. Missing fields are written as empty.
      videos.push(video as VideoView);
      if (videos.length === limit) break;
    }
    if (invocation.isJson) for (const video of videos) invocation.terminal.out(JSON.stringify(video));
    else for (const line of formatTable(videos.map(formatRow))) invocation.terminal.out(line);
    return undefined;
  },
};

const formatRow = (video: VideoView) => [
  video.uuid,
  video.type,
  video.encodingStatus ?? "",
  String(video.createdAt).slice(0, 10),
  stripControlCharacters(video.title),
];

export const downloadCommand: Command = {
  name: "download",
  usage: "UUID [--output FILE] [--height N]",
  summary: "Download a video as MP4, in its best rendition",
  options: { output: { type: "string", short: "o" }, height: { type: "string" } },
  help: {
    "--output FILE": "path of the file (default: UUID.mp4)",
    "--height N": "choose the rendition with this height",
  },
  async run(invocation) {
    const id = uuidOf(invocation.names);
    const { signal, err } = invocation.terminal;
    const { shoal, url } = await invocation.client();
    const { files } = await shoal.listDownloads({ params: { id } }, { signal });
    const height = parseWholeNumber(invocation, "height", { min: 1, max: 10_000, otherwise: 0 });
    const best = files
      .filter((file) => height === 0 || file.height === height)
      .sort((a, b) => b.height - a.height || b.approximateBytes - a.approximateBytes)[0];
    if (!best) {
      const heights = files.map((file) => file.height).join(", ");
      throw new UsageError(
        files.length > 0 ? `Available heights: ${heights}` : "No rendition is encoded yet",
        "notFound",
      );
    }
    const output = textOptionOf(invocation, "output") ?? `${id}.mp4`;
    if (await stat(output).catch(() => undefined)) throw new UsageError(`${output} already exists`);
    const response = await fetch(new URL(best.url, url), { signal });
    if (!response.ok || !response.body) throw new Error(`The server responded with ${response.status}`);
    // A partial file must not have the name of the complete video.
    const draft = `${output}.part`;
    try {
      await pipeline(Readable.fromWeb(response.body as never), createWriteStream(draft), { signal });
      await rename(draft, output);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    const { size } = await stat(output);
    err(`${best.width}×${best.height}, ${(size / 1_000_000).toFixed(1)} MB`);
    printResult(invocation, { uuid: id, file: output, sizeBytes: size, height: best.height }, output);
    return EXIT_CODES.done;
  },
};

/** Returns the uuid that follows the name of a command. @throws UsageError if it is missing. */
export function uuidOf(names: readonly string[]): string {
  const [uuid, ...more] = names;
  if (!uuid || more.length > 0 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid))
    throw new UsageError("Enter the uuid of one video, as shown by shoal list");
  return uuid;
}

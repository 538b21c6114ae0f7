import { readdir, stat } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { type ShoalClient, ShoalError, type UploadProgress, VideoFailedError } from "@shoal/client";
import { fromPath } from "@shoal/client/node";
import {
  type Command,
  type Invocation,
  printResult,
  stripControlCharacters,
  textOptionOf,
  textOptionsOf,
} from "./command.ts";
import { EXIT_CODES, getErrorMessage, UsageError } from "./errors.ts";
import { parseWholeNumber } from "./number.ts";
import { UploadRecords } from "./upload-records.ts";

const VIDEO_EXTENSIONS = new Set(
  "mp4 m4v mov mkv webm avi mxf ts mts m2ts mpg mpeg flv wmv ogv 3gp".split(" ").map((end) => `.${end}`),
);
const MAX_PARALLEL_UPLOADS = 8;
const PRINT_INTERVAL_MS = 5_000;

/** The result of uploading one file. */
interface UploadOutcome {
  file: string;
  status: "uploaded" | "playable" | "known" | "failed";
  uuid: string | null;
  error: string | null;
}

export const uploadCommand: Command = {
  name: "upload",
  usage: "PATH… [options]",
  summary: "Upload videos and folders of videos",
  options: {
    title: { type: "string" },
    description: { type: "string" },
    tag: { type: "string", multiple: true },
    parallel: { type: "string" },
    wait: { type: "boolean" },
    again: { type: "boolean" },
  },
  help: {
    "--title TEXT": "title of a single file (default: the file name)",
    "--description TEXT": "description of each video",
    "--tag TEXT": "tag of each video; can be repeated",
    "--parallel N": "files uploaded at the same time, 1 to 8 (default: 2)",
    "--wait": "wait until each video is playable",
    "--again": "also upload files that were already uploaded",
  },
  async run(invocation) {
    const files = await findVideos(invocation.names);
    if (files.length === 0) throw new UsageError("upload requires a video file or a folder with videos");
    if (textOptionOf(invocation, "title") !== undefined && files.length > 1)
      throw new UsageError("--title can be used only with a single file");
    const parallel = parseWholeNumber(invocation, "parallel", {
      min: 1,
      max: MAX_PARALLEL_UPLOADS,
      otherwise: 2,
    });
    const { shoal, url } = await invocation.client();
    const records = await UploadRecords.open(invocation.terminal.env, url);
    const outcomes: UploadOutcome[] = [];
    const rest = files.values();
    const work = async () => {
      for (const file of rest) {
        invocation.terminal.signal.throwIfAborted();
        const outcome = await uploadOne(invocation, shoal, records, file);
        outcomes.push(outcome);
        const line = outcome.error
          ? `${outcome.status}: ${outcome.error}`
          : `${outcome.status} ${outcome.uuid}`;
        printResult(invocation, outcome, `${stripControlCharacters(file)}: ${line}`);
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    const failed = outcomes.filter(({ status }) => status === "failed").length;
    invocation.terminal.err(
      `${outcomes.length - failed} of ${files.length} files uploaded, ${failed} failed`,
    );
    return failed > 0 ? EXIT_CODES.failed : EXIT_CODES.done;
  },
};

async function uploadOne(
  invocation: Invocation,
  shoal: ShoalClient,
  records: UploadRecords,
  file: string,
): Promise<UploadOutcome> {
  const { signal } = invocation.terminal;
  try {
    const source = await fromPath(file);
    const known = invocation.values.again ? undefined : records.find(file, source);
    if (known) return { file, status: "known", uuid: known, error: null };
    const [title, description] = [textOptionOf(invocation, "title"), textOptionOf(invocation, "description")];
    const tags = textOptionsOf(invocation, "tag");
    const sending = shoal.upload(source, {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(tags.length > 0 ? { tags } : {}),
      onProgress: createProgressPrinter(invocation, file),
    });
    // The server keeps the chunks that have arrived, so the next call resumes the upload.
    const leave = () => void sending.leave();
    signal.addEventListener("abort", leave);
    const uuid = await sending.done.finally(() => signal.removeEventListener("abort", leave));
    await records.put(file, source, uuid);
    if (!invocation.values.wait) return { file, status: "uploaded", uuid, error: null };
    await shoal.waitUntilPlayable(uuid, { signal });
    return { file, status: "playable", uuid, error: null };
  } catch (error) {
    signal.throwIfAborted();
    // If the server refused the key or a permission for one file, it would also refuse the next one.
    if (error instanceof ShoalError && (error.status === 401 || error.status === 403)) throw error;
    const uuid = error instanceof VideoFailedError ? error.uuid : null;
    return { file, status: "failed", uuid, error: getErrorMessage(error) };
  }
}

function createProgressPrinter({ terminal, isJson }: Invocation, file: string) {
  let printedAtMs = performance.now();
  return ({ percent, bytesPerSec, isReconnecting }: UploadProgress) => {
    const nowMs = performance.now();
    if (isJson || nowMs - printedAtMs < PRINT_INTERVAL_MS) return;
    printedAtMs = nowMs;
    const speed = `${(bytesPerSec / 1_000_000).toFixed(1)} MB/s`;
    terminal.err(
      `${stripControlCharacters(file)}: ${percent.toFixed(0)} % ${isReconnecting ? "(connection lost)" : speed}`,
    );
  };
}

/** Lists the named files, and the videos in named folders in alphabetical order. Does not follow links. */
async function findVideos(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (!info) throw new UsageError(`${path} does not exist`);
    if (info.isFile()) found.push(resolve(path));
    else
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && VIDEO_EXTENSIONS.has(extname(entry.name).toLowerCase()))
          found.push(resolve(join(entry.parentPath, entry.name)));
  }
  return [...new Set(found)].sort();
}

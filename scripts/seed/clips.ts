import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createApiClient, fillPath, routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { FILM_CUTS, makeFilmCuts } from "./film-cuts.ts";

/** The clips that are actually uploaded and encoded. ffmpeg generates their frames and a tone. */
const CLIP_SOURCES = [
  { title: "Test card with clock", picture: "testsrc2=size=1280x720:rate=25" },
  {
    title: "Game of life",
    picture: "life=size=640x360:rate=25:mold=10:ratio=0.1:death_color=#0b2545:life_color=#68a2f0",
  },
  { title: "Mandelbrot dive", picture: "mandelbrot=size=960x540:rate=25" },
];
const DURATION_SEC = 20;
/** The time limit for encoding a clip, which takes ten seconds on an idle machine. Only a hang reaches it. */
const CLIP_TIMEOUT_MS = 600_000;

export const CLIP_TITLES: readonly string[] = [...CLIP_SOURCES.map(({ title }) => title), ...FILM_CUTS];

/** Makes a clip for each of these titles and uploads it as the given user. */
export async function uploadClips(
  apiUrl: string,
  user: { username: string; password: string },
  titles: readonly string[],
): Promise<void> {
  const signIn = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
  const { credential } = await signIn(routes.login, { body: user });
  const folder = await mkdtemp(join(tmpdir(), "shoal-seed-"));
  try {
    for (const clip of CLIP_SOURCES.filter(({ title }) => titles.includes(title))) {
      const file = join(folder, "clip.mp4");
      await makeClip(clip.picture, file);
      await uploadClip(apiUrl, credential, clip.title, await readFile(file));
    }
    for (const [title, file] of await makeFilmCuts(folder, titles))
      await uploadClip(apiUrl, credential, title, await readFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeClip(picture: string, file: string): Promise<void> {
  const input = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000"];
  const output = [
    "-t",
    String(DURATION_SEC),
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-g",
    "50",
    "-pix_fmt",
    "yuv420p",
  ];
  const rest = ["-c:a", "aac", "-movflags", "+faststart", "-y", file];
  await promisify(execFile)("ffmpeg", ["-v", "error", ...input, ...output, ...rest], {
    timeout: CLIP_TIMEOUT_MS,
  });
}

async function uploadClip(apiUrl: string, credential: string, title: string, bytes: Buffer): Promise<string> {
  const call = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  const { uuid } = await call(routes.createVideo, {
    body: { title, size: bytes.length, originalname: `${title}.mp4`, tags: ["public"] },
  });
  for (let number = 0; number * UPLOAD_CHUNK_BYTES < bytes.length; number += 1) {
    const chunk = bytes.subarray(number * UPLOAD_CHUNK_BYTES, (number + 1) * UPLOAD_CHUNK_BYTES);
    const body = new FormData();
    body.set("checksum", createHash("sha256").update(chunk).digest("hex"));
    body.set("video", new Blob([new Uint8Array(chunk)]));
    const url = apiUrl + fillPath(routes.uploadChunk.path, { uuid, chunkNumber: number });
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${credential}` },
      body,
    });
    if (!response.ok) throw new Error(`The clip was refused: ${await response.text()}`);
  }
  return uuid;
}

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorOf, type PictureView, routes } from "@shoal/contract";
import { type JobResult, RESULT_QUEUE } from "@shoal/contract/jobs";
import { PgBoss } from "pg-boss";
import type { TestApi, TestUser } from "../test-api.ts";

/** Returns a PNG of one pixel whose header claims the given size. */
export function createPng(width = 1, height = 1): Buffer {
  const bytes = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** Uploads as the dashboard does. @throws AppError. */
export async function uploadPicture(
  api: TestApi,
  user: TestUser,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): Promise<PictureView> {
  const { method, path, multipart } = routes.addPicture;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set(multipart.file, new Blob([new Uint8Array(bytes)]), "Our team.png");
  const headers = { authorization: `Bearer ${user.credential}` };
  const response = await fetch(`${api.url}${path}`, { method, headers, body });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as PictureView;
}

/** Reports as a worker does. */
export async function reportResult(api: TestApi, result: JobResult): Promise<void> {
  const boss = new PgBoss({
    connectionString: api.databaseUrl,
    schema: "queue",
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.send(RESULT_QUEUE, result);
  await boss.stop({ graceful: false });
}

/** Returns a worker's report of a picture that it has made. */
export const madePicture = (uuid: string): JobResult => ({
  type: "picture",
  asset: { kind: "picture", uuid },
  width: 1000,
  height: 500,
  files: (["avif", "webp"] as const).flatMap((format) =>
    [480, 1000].map((width) => ({
      object: `pictures/${uuid}/${"a".repeat(32)}-${width}.${format}`,
      format,

      width,
      height: width / 2,
      sizeBytes: width,
    })),
  ),
});

/** Returns the UUIDs of the pictures in the media store. */
export const listStored = (api: TestApi): Promise<string[]> =>
  readdir(join(api.folder, "media", "pictures")).catch(() => []);

import { createHash } from "node:crypto";
import {
  type ApiCall,
  type BodyOf,
  createApiClient,
  fillPath,
  routes,
  UPLOAD_CHUNK_BYTES,
  type VideoView,
} from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { TestPlatform } from "./platform.ts";

export const ADMIN_PASSWORD = "Correct-horse-1";
export const ADMIN_EMAIL = "administrator@example.org";

export interface Account {
  apiUrl: string;
  credential: string;
  call: ApiCall;
}

/** Signs the administrator in with the one-time password, and sets a permanent password and an email. */
export async function openAccount(
  platform: Pick<TestPlatform, "administrator"> & { installation: { apiUrl: string } },
): Promise<Account> {
  const { apiUrl } = platform.installation;
  let credential: string | undefined;
  const call = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  const { username, password } = platform.administrator ?? { username: "admin", password: ADMIN_PASSWORD };
  ({ credential } = await call(routes.login, { body: { username, password } }));
  if (platform.administrator)
    ({ credential = credential } = await call(routes.updateMe, {
      body: {
        currentPassword: password,
        newPassword: ADMIN_PASSWORD,
        confirmPassword: ADMIN_PASSWORD,
        email: ADMIN_EMAIL,
      },
    }));
  return { apiUrl, credential, call };
}

/** Announces a file and sends its chunks in order. @returns the UUID of the video. */
export async function uploadFile(
  account: Account,
  title: string,
  bytes: Buffer,
  more: Pick<BodyOf<typeof routes.createVideo>, "inputQualities"> = {},
): Promise<string> {
  const { uuid } = await account.call(routes.createVideo, {
    body: { title, size: bytes.length, originalname: `${title}.mp4`, ...more },
  });
  const count = Math.max(1, Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES));
  for (let number = 0; number < count; number += 1) await uploadChunk(account, { uuid, number, bytes });
  return uuid;
}

/** Sends one chunk of a file. @throws Error with the response if the server rejects the chunk. */
export async function uploadChunk(
  account: Account,
  { uuid, number, bytes }: { uuid: string; number: number; bytes: Buffer },
) {
  const chunk = bytes.subarray(number * UPLOAD_CHUNK_BYTES, (number + 1) * UPLOAD_CHUNK_BYTES);
  const body = new FormData();
  body.set("checksum", createHash("sha256").update(chunk).digest("hex"));
  if ((number + 1) * UPLOAD_CHUNK_BYTES >= bytes.length) body.set("end", "true");
  body.set("video", new Blob([new Uint8Array(chunk)]));
  const url = account.apiUrl + fillPath(routes.uploadChunk.path, { uuid, chunkNumber: number });
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${account.credential}` },
    body,
  });
  if (!response.ok) throw new Error(`chunk ${number}: ${response.status} ${await response.text()}`);
}

/** The time limit for encoding. A minute of video takes about a minute on a busy machine, and its job may have to wait for another one. */
export const VIDEO_TIMEOUT_MS = 300_000;

/** Reads a video until the condition holds. @throws Error with the video's last state after a time that only a hang reaches. */
export const waitForVideo = (
  account: Account,
  uuid: string,
  isReached: (video: VideoView) => boolean,
): Promise<VideoView> =>
  eventually(
    async () => {
      const video = await account.call(routes.getVideo, { params: { id: uuid } });
      if (isReached(video)) return video;
      const { encodingStatus, encodingPercent, errorType, playable, stats } = video;
      throw new Error(JSON.stringify({ encodingStatus, encodingPercent, errorType, playable, stats }));
    },
    { what: "the video", limitMs: VIDEO_TIMEOUT_MS, everyMs: 200 },
  );

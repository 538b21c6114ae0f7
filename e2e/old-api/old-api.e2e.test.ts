import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import { H264, makeClipFolder, testPicture, waitForMail } from "@shoal/testkit";
import { expect, inject, onTestFinished, test } from "vitest";
import { ADMIN_PASSWORD } from "../../harness/account.ts";
import { addTenant } from "../support/tenants.ts";
import { runOldIntegration } from "./integration.ts";

test("a program for the old API works unchanged, from its sign-in to its figures", async () => {
  const { user } = await addTenant(["manager"]);
  const { clientUuid: client, username } = user;
  const { uuid, secret } = await user.call(routes.addApiKey, {
    params: { id: client },
    body: { description: "Old reports", type: "analytics" } as never,
  });
  const clips = await makeClipFolder();
  onTestFinished(clips.dispose);
  const path = await clips.make("old.mp4", [...testPicture({ durationSec: 6 }), ...H264]);
  const { apiUrl, dataDir } = inject("platform");
  const seen = await runOldIntegration({
    apiUrl,
    username,
    password: ADMIN_PASSWORD,
    client,
    apiKey: `${uuid}:${secret}`,
    file: await readFile(path),
  });
  expect(seen.encoded).toMatchObject({
    encodingStatus: "encoded",
    autoplay: true,
    isPassword: false,
    directStream: null,
    nbView: 0,
    nbView_unit: "0",
    hourview_unit: "0s",
    concurrentUsers_unit: "0",
    bestQualityPercent_unit: "100%",
    liveCamera: false,
    startDateLive: null,
    bunnyPlayable: true,
  });
  expect(seen.qualities).toEqual([{ bitrate: 5_000, resolution: { width: 1920, height: 1080 }, FPS: 30 }]);
  expect(seen.chapters).toEqual([{ start: 1.5, title: "Harbour" }]);
  expect(seen.imported.chapters).toHaveLength(2);
  expect(seen.read).toMatchObject({
    title: "Old film, renamed",
    tags: ["sea", "port"],
    download: true,
    videoInAndOut: [seen.cut.uuid],
    videoInAndOutSize: 1,
  });
  expect(seen.live).toMatchObject({
    type: "live",
    isPassword: true,
    keepLive: true,
    seekLive: true,
    liveToKeepDuration: 120,
    directStream: "yes",
    archivesFromLive: [],
    externalStreams: { youtube: [], facebook: [], twitch: [], other: [] },
    inputInfos: { input: null },
  });
  const { all, count, encoded, tagged, cuts, archives } = seen.lists;
  expect(count).toEqual({ _embedded: [], _size: all._size });
  expect(encoded._embedded.map((video: { uuid: string }) => video.uuid)).toContain(seen.read.uuid);
  // A cut inherits the tags of the video that it is made from.
  const tagOwners = tagged._embedded.map((video: { uuid: string }) => video.uuid);
  expect(new Set(tagOwners)).toEqual(new Set([seen.read.uuid, seen.cut.uuid]));
  expect(cuts._embedded.map((video: { uuid: string }) => video.uuid)).toEqual([seen.cut.uuid]);
  expect(archives._size).toBe(0);
  expect(seen.figures.cdn._embedded).toHaveLength(1);
  expect(seen.me.username).toBe(username);
  // Unknown fields are logged once for each call that sends them, even if the program repeats the call.
  const named = seen.logs._embedded.filter(({ type }: { type: string }) => type === "unknownFields");
  expect(named.map(({ target }: { target: string }) => target)).toContain("POST /api/videos: oldField");
  await waitForMail(join(dataDir, "mails"), ({ to }) => to.includes(`${username}@example.org`));
});

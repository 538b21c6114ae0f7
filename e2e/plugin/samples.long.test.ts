import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fillSample, PLUGIN_SAMPLES } from "@shoal/domain/plugin-sample";
import { makeTestMedia } from "@shoal/testkit/test-media";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { answerLicence, LICENCE_HEADER } from "../support/clear-key.ts";
import { makeDashFolder } from "../support/dash-folder.ts";
import { makeHlsFolder, makeSealedHlsFolder } from "../support/hls-folder.ts";
import { awaitPlaying, exchangeAmongThree, usePlugin } from "../support/plugin-page.ts";
import { answerPackages } from "../support/public-packages.ts";

const FILM_DURATION_SEC = 40;
const HLS_PATH = "/hls/master.m3u8";
const DASH_PATH = "/dash/manifest.mpd";
const SEALED_HLS = "/sealed/master.m3u8";
const SEALED_DASH = "/sealed/manifest.mpd";

let files = new Map<string, Uint8Array | string>();
beforeAll(async () => {
  const media = await makeTestMedia(FILM_DURATION_SEC);
  const folders = [
    makeHlsFolder(media, "/hls"),
    makeDashFolder(media, "ranges", "/dash"),
    makeSealedHlsFolder(media, "/sealed"),
    makeDashFolder(media, "clear-key", "/sealed"),
  ];
  files = new Map(folders.flatMap((folder) => [...folder]));
});
const plugin = usePlugin((path) => files.get(path), answerLicence);

/** A script that exposes a page's state through the list of its players, because samples export nothing for tests. */
const EXPOSE_STATE_SCRIPT = `
  window.thrown = [];
  addEventListener("error", ({ message }) => thrown.push(message));
  addEventListener("unhandledrejection", ({ reason }) => thrown.push(String(reason)));
  const players = () => [...(globalThis.shoal?.attachments ?? [])];
  Object.defineProperties(window, {
    attachment: { get: () => players()[0] },
    errors: { get: () => players().map((it) => ({ type: it.inspect().fault })).filter(({ type }) => type) },
  });`;

async function showSample(name: string, values: { key: string; manifest: string }): Promise<Page> {
  const sample = await readFile(join(REPOSITORY_ROOT, "packages/sdk/samples", `${name}.html`), "utf8");
  const { key, manifest } = values;
  const filled = fillSample(sample, {
    key,
    edgeUrl: plugin.edge.edge.url,
    manifestUrl: plugin.cdn.url + manifest,
  });
  const page = filled
    .replace("https://licence.example.net/", `${plugin.cdn.url}/licence`)
    .replace("your-viewer", LICENCE_HEADER.value);
  return plugin.show(page, async (opened) => {
    await opened.addInitScript(EXPOSE_STATE_SCRIPT);
    await answerPackages(opened);
  });
}

const isDash = (name: string) => /^(shaka|dash)/.test(name);

it.each([
  ...PLUGIN_SAMPLES.map((name) => [name, isDash(name) ? DASH_PATH : HLS_PATH] as const),
  ["hls-drm", SEALED_HLS] as const,
  ["shaka-drm", SEALED_DASH] as const,
  ["dash-drm", SEALED_DASH] as const,
])("three viewers of the sample %s share data", async (name, manifest) => {
  const key = plugin.addConfig();
  // Third-party players load at most half a minute ahead, so the test plays until the end is near.
  const third = await exchangeAmongThree(() => showSample(name, { key, manifest }), FILM_DURATION_SEC - 2);
  await awaitPlaying(third);
  const hasKeys = await third.evaluate(() => document.querySelector("video")?.mediaKeys !== null);
  expect(hasKeys).toBe(name.endsWith("-drm"));
});

import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import {
  bodyOfCamera,
  bodyOfLive,
  bodyOfSource,
  datedTitle,
  firstValues,
  isSuggestedTitle,
  resetValues,
  suggestTitle,
  valuesForOrigin,
} from "./live-values.ts";

const LIVE_DEFAULTS = { autoplay: true, keepLive: false };

test("a new live is kept if the client's setting allows it", () => {
  expect(firstValues({ autoplay: true, keepLive: true })).toMatchObject({ keepLive: true });
  expect(firstValues({ autoplay: true, keepLive: false })).toMatchObject({ keepLive: false });
});

test("a title can contain the date in the language of the page", () => {
  const t = ((key: string, { date }: { date: string }) => `${key} ${date}`) as unknown as TFunction;
  const atMs = new Date(2026, 10, 27, 14, 5).getTime();
  expect(datedTitle(atMs, "en", t)).toBe("newVideos.live.dated 27 Nov, 14:05");
  expect(datedTitle(atMs, "fr", t)).toBe("newVideos.live.dated 27 nov., 14:05");
  expect([isSuggestedTitle(suggestTitle()), isSuggestedTitle("Live_concert")]).toEqual([true, false]);
});

test("another origin keeps what was typed, and requires the password again unless it is a camera", () => {
  const typed = {
    ...firstValues(LIVE_DEFAULTS),
    title: "Harbour",
    url: "rtsp://camera.example.org/1",
    isPassword: true,
    password: "sea-1234",
    seekLive: false,
    liveToKeepDuration: 90,
  };
  expect(valuesForOrigin("simple", typed)).toEqual(typed);
  for (const origin of ["auto", "url"] as const)
    expect(valuesForOrigin(origin, typed)).toEqual({ ...typed, isPassword: false, password: "" });
  // Only a live from a camera can be without delay. Such a live cannot be rewound.
  const undelayed = valuesForOrigin("auto", { ...typed, directStream: "no" });
  expect(undelayed).toMatchObject({ seekLive: true });
  expect(valuesForOrigin("simple", undelayed)).toMatchObject({ seekLive: false });
});

test("a camera's live is encoded, with the chosen qualities, and restreamed if it is recorded", () => {
  const inputQualities = [{ bitrate: 800, resolution: { width: 640, height: 360 }, FPS: 25 }];
  const externalStreams = [{ id: "1", platform: "youtube" as const, url: "", key: "abcd" }];
  const values = {
    ...firstValues(LIVE_DEFAULTS),
    encoding: "passthrough" as const,
    inputQualities,
    externalStreams,
  };
  const body = bodyOfCamera({ ...values, directStream: "middle" });
  expect(body).toMatchObject({ inputQualities, externalStreams: { youtube: [{ key: "abcd" }] } });
  expect(body).not.toHaveProperty("encoding");
  expect(bodyOfCamera({ ...values, directStream: "no" })).not.toHaveProperty("externalStreams");
  expect(bodyOfCamera({ ...values, directStream: "no", keepLive: true })).toHaveProperty("externalStreams");
});

test("the default title contains a random id without dashes", () => {
  expect(suggestTitle()).toMatch(/^Live_[0-9a-f]{32}$/);
  expect(suggestTitle(new Uint8Array([1, 255]))).toBe("Live_01ff");
});

test("the rewind window is 30 s initially, and 120 s after a reset", () => {
  expect(firstValues(LIVE_DEFAULTS)).toMatchObject({
    autoplay: true,
    seekLive: true,
    liveToKeepDuration: 30,
  });
  expect(resetValues({ autoplay: false, keepLive: true })).toMatchObject({
    autoplay: false,
    seekLive: true,
    liveToKeepDuration: 120,
  });
});

test("a live is created stopped, and without qualities unless they were selected", () => {
  const values = { ...firstValues(LIVE_DEFAULTS), title: " Harbour " };
  expect(bodyOfLive(values)).toEqual({
    type: "live",
    liveType: "shoalRTMP",
    encodingStatus: "stopped",
    title: "Harbour",

    autoplay: true,
    keepLive: false,
    seekLive: true,
    liveToKeepDuration: 30,
    targetLatencySec: null,
  });
  expect(bodyOfLive({ ...values, seekLive: false })).not.toHaveProperty("liveToKeepDuration");
});

test("a passthrough live sends its encoding mode", () => {
  const values = { ...firstValues(LIVE_DEFAULTS), title: "Harbour", encoding: "passthrough" as const };
  expect(bodyOfLive(values)).toMatchObject({ encoding: "passthrough" });
});

test("a camera live starts immediately, and sends its rewind window only if it is not kept", () => {
  const values = { ...firstValues(LIVE_DEFAULTS), title: "Harbour", keepLive: false };
  expect(bodyOfCamera(values)).toMatchObject({
    liveType: "camera",
    encodingStatus: "uploading",
    keepLive: false,
    liveToKeepDuration: 30,
  });
  expect(bodyOfCamera({ ...values, keepLive: true })).not.toHaveProperty("liveToKeepDuration");
});

test("only camera lives send a delay", () => {
  const values = { ...firstValues(LIVE_DEFAULTS), title: "Harbour" };
  expect(bodyOfCamera(values)).toMatchObject({ directStream: "yes" });
  expect(bodyOfCamera({ ...values, directStream: "no", seekLive: false })).toMatchObject({
    directStream: "no",
    seekLive: false,
  });
  expect(bodyOfLive({ ...values, directStream: "no" })).not.toHaveProperty("directStream");
});

test("only a pulled live sends its URL", () => {
  const values = { ...firstValues(LIVE_DEFAULTS), title: "Harbour", url: " rtsp://camera.example.org/1 " };
  expect(bodyOfSource(values)).toMatchObject({ liveType: "custom", url: "rtsp://camera.example.org/1" });
  expect(bodyOfLive(values)).not.toHaveProperty("url");
});

test("a password is sent only if one is required", () => {
  const values = { ...firstValues(LIVE_DEFAULTS), password: "shallow-water" };
  expect(bodyOfLive(values)).not.toHaveProperty("password");
  expect(bodyOfLive({ ...values, isPassword: true })).toMatchObject({
    isPassword: true,
    password: "shallow-water",
  });
});

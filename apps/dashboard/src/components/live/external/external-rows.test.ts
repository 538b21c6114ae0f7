import { expect, it } from "vitest";
import {
  type ExternalRow,
  externalRowsOf,
  externalStreamsOf,
  findExternalFaults,
  makeExternalRow,
} from "./external-rows.ts";

const row = (part: Partial<ExternalRow>): ExternalRow => ({ ...makeExternalRow(), key: "k", ...part });

it("rows of saved streams convert back to the saved values", () => {
  const saved = {
    youtube: [{ uuid: "1", key: "a", isOn: true }],
    facebook: [],
    twitch: [{ uuid: "2", key: "b", isOn: false }],
    other: [{ uuid: "3", key: "c", url: "rtmp://live.example/app", isOn: true }],
  };
  expect(externalStreamsOf(externalRowsOf(saved))).toEqual({
    youtube: [{ key: "a" }],
    facebook: [],
    twitch: [{ key: "b" }],
    other: [{ key: "c", url: "rtmp://live.example/app" }],
  });
});

it.each([
  ["a key alone, for a platform", row({ platform: "twitch" }), undefined],
  ["no key", row({ key: " " }), { key: "keyMissing" }],
  ["no server", row({ platform: "other" }), { url: "urlMissing" }],
  ["a page", row({ platform: "other", url: "https://live.example" }), { url: "urlWrong" }],
  ["a password", row({ platform: "other", url: "rtmp://a:b@live.example/app" }), { url: "urlWrong" }],
  ["a server", row({ platform: "other", url: " rtmps://live.example:443/app " }), undefined],
])("findExternalFaults: %s", (_what, given, faults) => {
  expect(findExternalFaults([given]).get(given.id)).toEqual(faults);
});

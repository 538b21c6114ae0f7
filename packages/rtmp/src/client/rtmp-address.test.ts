import { expect, it } from "vitest";
import { readRtmpAddress } from "./rtmp-address.ts";

it.each([
  ["rtmp://live.example/app", { isSecure: false, host: "live.example", port: 1_935, app: "app" }],
  ["rtmps://live.example/app/", { isSecure: true, host: "live.example", port: 443, app: "app" }],
  ["rtmp://live.example:80/a/b?x=1", { host: "live.example", port: 80, app: "a/b?x=1" }],
  ["rtmp://[::1]:1936/app", { host: "::1", port: 1_936, tcUrl: "rtmp://[::1]:1936/app" }],
  ["rtmp://2130706433/app", { host: "127.0.0.1", tcUrl: "rtmp://127.0.0.1:1935/app" }],
])("%s is parsed", (text, address) => {
  expect(readRtmpAddress(text)).toMatchObject(address);
});

it.each(["http://live.example/app", "rtmp:///app", "rtmp://name:secret@live.example/app", "live", ""])(
  "%j is refused as an address",
  (text) => {
    expect(readRtmpAddress(text)).toBeUndefined();
  },
);

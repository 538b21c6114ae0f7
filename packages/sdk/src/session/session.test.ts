import { describe, expect, it } from "vitest";
import { deviceOf } from "../device.ts";
import { beaconDelayMs } from "../metrics/beacon-sender.ts";
import { PlayCallError } from "./play-call.ts";
import { renewalDelayMs } from "./renewal.ts";

describe("the renewal of a session", () => {
  it.each([
    ["with a quarter of its life left", 400_000, 300_000],
    ["not at every tick when it lives for moments", -9_000_000, 10_000],
    ["within hours when it lives for months", 9e9, 6 * 3_600_000],
  ])("comes %s", (_name, lifeMs, delayMs) => {
    expect(renewalDelayMs(1_000_000 + lifeMs, 1_000_000)).toBe(delayMs);
  });
});

describe("a beacon that fails", () => {
  it("is retried after twice the previous delay, up to two minutes", () => {
    const delays = [0, 1, 2, 3, 4, 9].map((failures) => beaconDelayMs(10_000, failures));
    expect(delays).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
  });
});

describe("a refused play call", () => {
  it.each([
    [409, "playback_not_ready", "not_ready"],
    [403, "playback_not_started", "not_started"],
    [401, "playback_password_required", "password_required"],
    [401, "playback_password_wrong", "password_wrong"],
    [404, "video_not_found", "not_found"],
    [403, "playback_denied", "denied"],
    [403, "playback_streaming_off", "streaming_off"],
    [403, "playback_suspended", "suspended"],
    [403, "playback_address_denied", "address_denied"],
    [403, "playback_country_denied", "country_denied"],
    [403, "playback_vpn_denied", "vpn_denied"],
    [403, "playback_website_denied", "website_denied"],
    [403, "playback_subdomain_denied", "subdomain_denied"],
    [401, "playback_authorization_required", "authorization_required"],
    [403, "playback_authorization_invalid", "authorization_invalid"],
    [422, "playback_failed", "encoding_failed"],
    [503, "unknown", "network"],
    [0, "unreachable", "network"],
  ])("with %i %s is the fault %s", (status, code, type) => {
    expect(new PlayCallError(status, code).type).toBe(type);
  });
});

describe("deviceOf", () => {
  it.each([
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari", true, 390, "phone"],
    ["Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome Mobile", true, 412, "phone"],
    ["Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome", true, 1_600, "tablet"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari", true, 1_180, "tablet"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari", false, 1_512, "laptop"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome", false, 2_560, "desktop"],
    ["Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0)", false, 1_920, "tv"],
  ])("for %s returns %4$s", (userAgent, hasTouch, widthPx, device) => {
    expect(deviceOf(userAgent, hasTouch, widthPx)).toBe(device);
  });
});

import { execFileSync } from "node:child_process";

/**
 * Returns the user agent of an ordinary Chromium, which does not count as a robot. It has the version of this machine's Chromium,
 * because players check the version.
 */
const buildUserAgent = (major: string) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;

/** The user agent for tests that act as a viewer's browser. The user agents of Node and of headless browsers would count as robots. */
export const VIEWER_AGENT = buildUserAgent("140");

const EXECUTABLE = "/usr/bin/chromium";
let userAgent: string | undefined;

/** The version is read once, and only in tests that start a browser. */
function installedUserAgent(): string {
  const version = () => execFileSync(EXECUTABLE, ["--version"], { encoding: "utf8", stdio: "pipe" });
  userAgent ??= buildUserAgent(/Chromium (\d+)/.exec(version())?.[1] ?? "140");
  return userAgent;
}

/**
 * Chromium without windows, from the package chromium-headless-shell. The engine is the same, but a context with four pages costs a
 * quarter of the CPU.
 */
export const CHROMIUM_SHELL = "/usr/bin/chromium-headless-shell";

const CHROMIUM_ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
  "--allow-loopback-in-peer-connection",
  "--disable-features=WebRtcHideLocalIpsWithMdns",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** A camera and a microphone that are always available and permitted. */
export const DEVICES = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/**
 * The options for Debian's Chromium on a machine without a screen. Pages can reach each other, play without a click, are not
 * throttled in the background, and have a user agent that counts as a viewer.
 */
export const CHROMIUM = {
  executablePath: EXECUTABLE,
  get args() {
    return [...CHROMIUM_ARGS, `--user-agent=${installedUserAgent()}`];
  },
};

import { execFileSync } from "node:child_process";

/** Of a browser that nobody takes for a robot, of Chromium's form; the version is the machine's own, as players look at it. */
const userAgentOf = (major: string) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;

/** What tests that speak for a viewer's browser send: the one of Node, and of a browser without a screen, is a robot's. */
export const VIEWER_AGENT = userAgentOf("140");

const EXECUTABLE = "/usr/bin/chromium";
let agent: string | undefined;

/** Asked once, and only by who starts a browser. */
function ownAgent(): string {
  const version = () => execFileSync(EXECUTABLE, ["--version"], { encoding: "utf8", stdio: "pipe" });
  agent ??= userAgentOf(/Chromium (\d+)/.exec(version())?.[1] ?? "140");
  return agent;
}

/**
 * Debian's Chromium without the windows that nobody sees: a context with four pages costs a quarter of the CPU. It is the
 * same engine, of the package chromium-headless-shell.
 */
export const CHROMIUM_SHELL = "/usr/bin/chromium-headless-shell";

const ARGS = [
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

/** A camera and a microphone that are always there, and let everyone in. */
export const DEVICES = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** Debian's Chromium for a machine without a screen, whose pages reach one another, play without a click and are not slowed in the background: viewers, by what they call themselves. */
export const CHROMIUM = {
  executablePath: EXECUTABLE,
  get args() {
    return [...ARGS, `--user-agent=${ownAgent()}`];
  },
};

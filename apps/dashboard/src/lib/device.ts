/** The browser and operating system of a session, by their common names. */
export interface Device {
  browser: string;
  system: string;
  isHandheld: boolean;
}

/** Patterns of browsers. The first match is used, so browsers that imitate others come first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
  [/^node\b|^undici\b/, "Node.js"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, "iOS"],
  [/\biPad\b/, "iPadOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];
const HANDHELD = new Set(["iOS", "iPadOS", "Android"]);

const findName = (names: typeof BROWSERS, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? "";

/**
 * Reads the browser and system from a user agent, as far as it is credible; parts that it does not name are empty.
 * @example readDevice("curl/8.5.0") // { browser: "curl", system: "", isHandheld: false }
 */
export function readDevice(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const system = findName(SYSTEMS, text);
  return { browser: findName(BROWSERS, text), system, isHandheld: HANDHELD.has(system) };
}

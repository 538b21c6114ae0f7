/** The browser and operating system of a session, by their common names. */
export interface Device {
  browser: string;
  system: string;
  isHandheld: boolean;
}

/** Patterns of browsers. The first match is used, so browsers that imitate others come first. */
const BROWSER_PATTERNS: readonly [RegExp, string][] = [
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
const SYSTEM_PATTERNS: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, "iOS"],
  [/\biPad\b/, "iPadOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];
const HANDHELD_SYSTEMS = new Set(["iOS", "iPadOS", "Android"]);

const findName = (names: typeof BROWSER_PATTERNS, text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? "";

/**
 * Parses the browser and system from a user agent, as far as the user agent is credible; parts that it does not name are empty.
 * @example parseDevice("curl/8.5.0") // { browser: "curl", system: "", isHandheld: false }
 */
export function parseDevice(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const system = findName(SYSTEM_PATTERNS, text);
  return { browser: findName(BROWSER_PATTERNS, text), system, isHandheld: HANDHELD_SYSTEMS.has(system) };
}

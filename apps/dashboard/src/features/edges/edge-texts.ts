import type { EdgeView } from "@shoal/contract";
import i18next from "i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { numberFormat } from "../../lib/figures.ts";
import { formatDuration } from "../../lib/times.ts";

/** Returns the host of a URL. @example hostText("https://eu1.example.com") // "eu1.example.com" */
export const hostText = (url: string): string => URL.parse(url)?.host ?? url;

/** Formats the share of bytes from peers; a dash if nothing was loaded. */
export function offloadText({ serverBytes, peerBytes }: { serverBytes: number; peerBytes: number }): string {
  const all = serverBytes + peerBytes;
  if (all === 0) return "–";
  const format = numberFormat(i18next.language, { style: "percent", maximumFractionDigits: 1 });
  return format.format(peerBytes / all);
}

export const bytesText = (bytes: number): string => figureText(bytes, "bytes", i18next.language);

export const ageText = (sinceMs: number): string =>
  formatDuration(Math.max(1, (Date.now() - sinceMs) / 1_000), i18next.language);

/** The current and imminent problems of an edge. Each has a text in `edges.problems`. */
export type EdgeProblem = "away" | "closing" | "missed" | "apiAway" | "notFollowing" | "notDelivering";

export function findProblems({ report, missedBy }: EdgeView): EdgeProblem[] {
  const missed: EdgeProblem[] = missedBy > 0 ? ["missed"] : [];
  if (!report) return ["away", ...missed];
  const is: Partial<Record<EdgeProblem, boolean>> = {
    closing: report.isClosing,
    apiAway: report.isApiAway,
    notFollowing: !report.isFollowing,
    notDelivering: !report.isDelivering,
  };
  return [...missed, ...(Object.keys(is) as EdgeProblem[]).filter((problem) => is[problem])];
}

/** Sorts edges: those with problems first, then by load. */
export const sortEdges = (edges: readonly EdgeView[]): EdgeView[] =>
  edges.toSorted(
    (a, b) =>
      Number(findProblems(b).length > 0) - Number(findProblems(a).length > 0) ||
      (b.report?.viewers ?? 0) - (a.report?.viewers ?? 0),
  );

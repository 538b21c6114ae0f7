import type { Bar } from "./bars.ts";
import { createTable, el, setAttribute, setText, syncChildren } from "./dom.ts";
import type { Format } from "./format.ts";
import { fillText, type OverlayTexts } from "./texts.ts";
import { type OverlayView, shortIdOf } from "./view.ts";

/** The minimum height of a bar, so that the lowest one is still visible. */
const MIN_BAR_HEIGHT = 0.3;
const MAX_LISTED_SEGMENTS = 60;

export interface Part {
  element: HTMLElement;
  paint(view: OverlayView): void;
}

type SegmentOrigin = "server" | "peer" | "both" | "coming";

export function originOf({ isComing, bytesServer, bytesPeer }: Bar): SegmentOrigin {
  if (isComing) return "coming";
  if (bytesPeer === 0) return "server";
  return bytesServer === 0 ? "peer" : "both";
}

/** Creates the timeline of segments as bars. Colour and pattern show who sent a segment, and the height shows its bitrate. */
export function createTimeline(texts: OverlayTexts, format: Format): Part {
  const chart = createChart(texts, format);
  const axis = createAxis(texts, format);
  const list = createSegmentList(texts, format);
  const parts = [chart, axis, list];
  const [title, legend] = [el("h3", {}, texts.timeline), createLegend(texts)];
  return {
    element: el("section", {}, title, chart.element, axis.element, legend, list.element),
    paint: (view) => {
      for (const part of parts) part.paint(view);
    },
  };
}

function createChart(texts: OverlayTexts, format: Format): Part {
  const [runs, marks] = [el("div", { class: "runs" }), el("div", { class: "marks" })];
  const [picture, sound] = [el("div", { class: "lane" }), el("div", { class: "lane sound" })];
  const [buffered, playhead] = [el("div", { class: "buffered" }), el("div", { class: "playhead" })];
  const element = el("div", { class: "chart", role: "img" }, buffered, runs, picture, sound, marks, playhead);
  return {
    element,
    paint({ fromSec, toSec, positionSec, bufferedSec, bars, stalls }) {
      const place = (child: HTMLElement, startSec: number, endSec = startSec) => {
        child.style.left = `${((startSec - fromSec) / (toSec - fromSec)) * 100}%`;
        if (endSec > startSec) child.style.width = `${((endSec - startSec) / (toSec - fromSec)) * 100}%`;
      };
      const inLane = (name: Bar["lane"]) => bars.filter(({ lane }) => lane === name);
      paintLane(picture, inLane("picture"), { place, texts, format });
      paintLane(sound, inLane("sound"), { place, texts, format });
      paintRuns(runs, inLane("picture"), place, format);
      syncChildren(marks, stalls, {
        key: ({ sinceMs }) => String(sinceMs),
        make: () => el("div", { class: "stall" }, "!"),
        paint(mark, { atSec, sinceMs, endedAtMs = performance.now() }) {
          place(mark, atSec);
          const lasted = format.duration(endedAtMs - sinceMs);
          setAttribute(mark, "title", `${texts.stall} · ${format.clock(atSec)} · ${lasted}`);
        },
      });
      place(playhead, positionSec);
      place(buffered, positionSec, Math.min(toSec, bufferedSec));
      buffered.hidden = bufferedSec <= positionSec;
      setAttribute(element, "aria-label", summaryOf(bars, texts));
    },
  };
}

/** Creates the axis with the times below the bars. */
function createAxis({ playhead, buffered }: OverlayTexts, { clock }: Format): Part {
  const [from, now, to] = [el("span"), el("span"), el("span")];
  return {
    element: el("div", { class: "axis" }, from, now, to),
    paint({ fromSec, toSec, positionSec, bufferedSec }) {
      setText(from, clock(fromSec));
      setText(now, `${playhead} ${clock(positionSec)} · ${buffered} ${clock(bufferedSec)}`);
      setText(to, clock(toSec));
    },
  };
}

interface ChartDrawing {
  place(child: HTMLElement, startSec: number, endSec?: number): void;
  texts: OverlayTexts;
  format: Format;
}

function paintLane(lane: Element, bars: readonly Bar[], { place, texts, format }: ChartDrawing): void {
  const highest = Math.max(...bars.map(rateOf), 1);
  syncChildren(lane, bars, {
    key: ({ key }) => key,
    make: () => el("div", { class: "bar" }, el("div", { class: "share" })),
    paint(child, bar) {
      place(child, bar.startSec, bar.endSec);
      const ratio = bar.isComing
        ? MIN_BAR_HEIGHT
        : MIN_BAR_HEIGHT + (1 - MIN_BAR_HEIGHT) * (rateOf(bar) / highest);
      child.style.height = `${ratio * 100}%`;
      setAttribute(child, "data-origin", originOf(bar));
      setAttribute(child, "title", formatRow(bar, texts, format).join(" · "));
      const share = child.firstElementChild;
      if (share instanceof HTMLElement) share.style.height = `${peerShareOf(bar) * 100}%`;
    },
  });
}

const rateOf = ({ bytesServer, bytesPeer, startSec, endSec }: Bar) =>
  (bytesServer + bytesPeer) / Math.max(0.1, endSec - startSec);

const peerShareOf = ({ bytesServer, bytesPeer }: Bar) => bytesPeer / Math.max(1, bytesServer + bytesPeer);

/** Shows a rendition once for each continuous stretch in which it was played. */
function paintRuns(runs: Element, bars: readonly Bar[], place: ChartDrawing["place"], format: Format): void {
  const pictures = bars.filter(({ isComing }) => !isComing).sort((a, b) => a.startSec - b.startSec);
  const first = pictures.filter((bar, index) => {
    const former = pictures[index - 1];
    return (
      renditionOf(bar, format) !== "" && (!former || renditionOf(former, format) !== renditionOf(bar, format))
    );
  });
  syncChildren(runs, first, {
    key: ({ key }) => key,
    make: () => el("span"),
    paint(child, bar) {
      place(child, bar.startSec);
      setText(child, renditionOf(bar, format));
    },
  });
}

function renditionOf({ height, kbps }: Bar, format: Format): string {
  if (height) return `${height}p`;
  return kbps ? format.rate(kbps * 125) : "";
}

function summaryOf(bars: readonly Bar[], texts: OverlayTexts): string {
  const count = { server: 0, peer: 0, both: 0, coming: 0 };
  for (const bar of bars) count[originOf(bar)] += 1;
  return fillText(texts.timelineSummary, count);
}

/** Returns the cells of a bar's table row. */
function formatRow(bar: Bar, texts: OverlayTexts, format: Format): string[] {
  const { lane, number, startSec, bytesServer, bytesPeer, loadMs, peerIds } = bar;
  const names = { server: texts.server, peer: texts.peers, both: texts.both, coming: texts.coming };
  const who = peerIds.length > 0 ? ` (${peerIds.map(shortIdOf).join(", ")})` : "";
  const share = originOf(bar) === "both" ? ` ${format.percent(peerShareOf(bar))} ${texts.fromPeers}` : "";
  const size = bar.isComing ? "" : format.bytes(bytesServer + bytesPeer);
  return [
    `${format.clock(startSec)} · ${number}`,
    lane === "sound" ? texts.sound : renditionOf(bar, format) || texts.picture,
    size,
    `${names[originOf(bar)]}${share}${who}`,
    bar.isComing ? "" : format.duration(loadMs),
  ];
}

function createSegmentList(texts: OverlayTexts, format: Format): Part {
  const heads = [texts.segment, texts.rendition, texts.size, texts.origin, texts.loadTime];
  const table = createTable(texts.segments, heads, texts.noSegments);
  const element = el("details", {}, el("summary", {}, texts.segments), table.element);
  return {
    element,
    paint({ bars }) {
      if (!element.open) return;
      const latest = [...bars].sort((a, b) => b.startSec - a.startSec).slice(0, MAX_LISTED_SEGMENTS);
      table.paint(latest.map((bar) => formatRow(bar, texts, format)));
    },
  };
}

function createLegend(texts: OverlayTexts): HTMLElement {
  const names = { server: texts.server, peer: texts.peers, coming: texts.coming } as const;
  const swatches = Object.entries(names).map(([origin, text]) =>
    el("span", {}, el("i", { class: "bar", "data-origin": origin }, el("i", { class: "share" })), text),
  );
  const stall = el("span", {}, el("i", { class: "stall" }, "!"), texts.stall);
  return el("p", { class: "legend" }, ...swatches, stall);
}

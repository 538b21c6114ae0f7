import { createFigures, createTable, el, setText } from "./dom.ts";
import type { Format } from "./format.ts";
import type { RuleRow } from "./rule-rows.ts";
import { fillText, type OverlayTexts } from "./texts.ts";
import type { Part } from "./timeline.ts";
import type { OverlayView, PeerRow } from "./view.ts";

const createSection = (title: string, ...children: Node[]) =>
  el("section", {}, el("h3", {}, title), ...children);

/** Creates the section that shows whether data is exchanged, and the share of the received data that peers sent. */
export function createSummary(texts: OverlayTexts, format: Format): Part {
  const status = el("p", { class: "status", role: "status" });
  const [share, note] = [el("strong"), el("span")];
  const peer = el("div", { class: "share" });
  const split = el("div", { class: "split", "aria-hidden": "true" }, peer);
  const totals = createFigures([
    texts.server,
    texts.peers,
    texts.uploaded,
    texts.wasted,
    texts.stalls,
    texts.startup,
  ]);
  const offload = el("p", { class: "offload" }, share, " ", note);
  return {
    element: el("section", {}, status, offload, split, totals.element),
    paint(view) {
      const { stats, peerShare, bytesWasted } = view;
      const { bytesServer, bytesPeer, bytesUp, stalls, startupMs } = stats;
      setText(status, statusText(view, texts));
      status.dataset.code = view.status.code;
      setText(share, peerShare === undefined ? "" : format.percent(peerShare));
      setText(note, peerShare === undefined ? texts.nothingYet : texts.fromPeers);
      peer.style.width = `${(peerShare ?? 0) * 100}%`;
      const bytes = [bytesServer, bytesPeer, bytesUp, bytesWasted].map(format.bytes);
      const startup = startupMs === null ? "–" : format.duration(startupMs);
      totals.paint([...bytes, format.number(stalls), startup]);
    },
  };
}

function statusText({ status, peers }: OverlayView, texts: OverlayTexts): string {
  const values = {
    ...status,
    count: peers.filter(({ isOpen }) => isOpen).length,
  };
  const text = fillText(texts.status[status.code], values);
  if (status.code !== "off" || !status.rule || !status.source) return text;
  const by = fillText(texts.byRule, { rule: status.rule, source: texts.sources[status.source] });
  return `${text} ${by}`;
}

export function createPeers(texts: OverlayTexts, format: Format): Part {
  const heads = [texts.peer, texts.state, texts.received, texts.sent, texts.roundTrip];
  const table = createTable(texts.peers, heads, texts.noPeers);
  const rowOf = ({ shortId, isOpen, stats }: PeerRow) => {
    const state = stats?.isRelayed ? `${texts.open}, ${texts.relayed}` : texts.open;
    const trip = stats?.roundTripMs;
    return [
      shortId,
      isOpen ? state : texts.opening,
      format.bytes(stats?.bytesFrom ?? 0),
      format.bytes(stats?.bytesTo ?? 0),
      trip === undefined ? "–" : format.number(trip, "millisecond", trip < 10 ? 1 : 0),
    ];
  };
  return {
    element: createSection(texts.peers, table.element),
    paint: ({ peers }) => table.paint(peers.map(rowOf)),
  };
}

export function createRules(texts: OverlayTexts, format: Format): Part {
  const table = createTable(texts.rules, [texts.rule, texts.value, texts.source], texts.noRules);
  const shownValue = ({ name, value }: RuleRow) => {
    if (typeof value === "boolean") return value ? texts.yes : texts.no;
    if (name === "uploadPercent") return format.percent(value / 100);
    return name === "savedSegments" && value === 0 ? texts.all : format.number(value);
  };
  const shownSource = ({ source, rule }: RuleRow) =>
    rule === undefined ? texts.sources[source] : `${texts.sources[source]} (${rule})`;
  return {
    element: createSection(texts.rules, table.element),
    paint: ({ rules }) =>
      table.paint(rules.map((row) => [texts.ruleNames[row.name], shownValue(row), shownSource(row)])),
  };
}

/** Creates the section about this viewer's uploads and swarm. */
export function createSwarm(texts: OverlayTexts, format: Format): Part {
  const upload = createFigures([texts.uploadNow, texts.uplink]);
  const swarm = createFigures([texts.audience, texts.tracker, texts.self]);
  const { trackerOn, trackerOff, trackerNone } = texts;
  return {
    element: el(
      "div",
      {},
      createSection(texts.upload, upload.element),
      createSection(texts.network, swarm.element),
    ),
    paint({ uploadRate, uplink, mayUpload, isTracked, stats, selfId }) {
      const measured = uplink === undefined ? texts.unmeasured : format.rate(uplink);
      upload.paint([format.rate(uploadRate), mayUpload ? measured : texts.uploadOff]);
      const tracker = isTracked === undefined ? trackerNone : isTracked ? trackerOn : trackerOff;
      swarm.paint([format.number(stats.audience), tracker, selfId || "–"]);
    },
  };
}

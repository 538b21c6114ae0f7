import { EVENT_LOOP_PRECISION_MS } from "@shoal/lifecycle";

interface DashboardPanel {
  title: string;
  unit: "reqps" | "s" | "bytes" | "Bps" | "short" | "percentunit";
  /** The lines of the chart, each with its label in the legend. */
  lines: readonly [expression: string, legend: string][];
}

/** The rows of the dashboard, in the order in which an operator reads them. */
export const DASHBOARD_ROWS: Readonly<Record<string, readonly DashboardPanel[]>> = {
  Overview: [
    {
      title: "Processes that answer",
      unit: "short",
      lines: [['sum by (job) (up{job=~"api|edge|ingest|worker"})', "{{job}}"]],
    },
    {
      title: "Viewers' sessions",
      unit: "reqps",
      lines: [["sum(rate(shoal_edge_play_sessions_total[5m]))", "started or renewed"]],
    },
    {
      title: "What players load",
      unit: "Bps",
      lines: [["sum by (from) (rate(shoal_edge_loaded_bytes_total[5m]))", "from {{from}}"]],
    },
    {
      title: "CPU",
      unit: "short",
      lines: [["sum by (job, instance) (rate(process_cpu_seconds_total[5m]))", "{{job}} {{instance}}"]],
    },
    { title: "Memory", unit: "bytes", lines: [["process_resident_memory_bytes", "{{job}} {{instance}}"]] },
    {
      title: "Event loop, 99 %",
      unit: "s",
      lines: [
        [`nodejs_eventloop_lag_p99_seconds - ${EVENT_LOOP_PRECISION_MS / 1_000}`, "{{job}} {{instance}}"],
      ],
    },
  ],
  API: [
    {
      title: "Calls",
      unit: "reqps",
      lines: [["sum by (status) (rate(shoal_http_request_seconds_count[5m]))", "{{status}}"]],
    },
    {
      title: "Time to answer",
      unit: "s",
      lines: [
        ["histogram_quantile(0.5, sum by (le) (rate(shoal_http_request_seconds_bucket[5m])))", "50 %"],
        ["histogram_quantile(0.95, sum by (le) (rate(shoal_http_request_seconds_bucket[5m])))", "95 %"],
      ],
    },
    { title: "Age of figures", unit: "s", lines: [["max(shoal_figures_age_seconds)", "age"]] },
    { title: "Free in the media store", unit: "bytes", lines: [["min(shoal_media_free_bytes)", "free"]] },
  ],
  Encoding: [
    { title: "Jobs waiting", unit: "short", lines: [["max by (queue) (shoal_jobs_waiting)", "{{queue}}"]] },
    {
      title: "Oldest job waiting",
      unit: "s",
      lines: [["max by (queue) (shoal_jobs_waiting_seconds)", "{{queue}}"]],
    },
    {
      title: "Busy slots",
      unit: "short",
      lines: [["sum by (slots) (shoal_worker_busy_slots)", "{{slots}}"]],
    },
    {
      title: "Endings of jobs",
      unit: "reqps",
      lines: [["sum by (ending) (rate(shoal_worker_jobs_total[5m]))", "{{ending}}"]],
    },
    {
      title: "Time of a try, 95 %",
      unit: "s",
      lines: [
        [
          "histogram_quantile(0.95, sum by (le, job) (rate(shoal_worker_job_seconds_bucket[15m])))",
          "{{job}}",
        ],
      ],
    },
  ],
  Edges: [
    {
      title: "Answers",
      unit: "reqps",
      lines: [["sum by (status) (rate(shoal_edge_requests_total[5m]))", "{{status}}"]],
    },
    {
      title: "Time to answer, 95 %",
      unit: "s",
      lines: [
        [
          "histogram_quantile(0.95, sum by (le, instance) (rate(shoal_edge_request_duration_seconds_bucket[5m])))",
          "{{instance}}",
        ],
      ],
    },
    {
      title: "Segments served",
      unit: "Bps",
      lines: [["sum by (instance) (rate(shoal_edge_segment_bytes_total[5m]))", "{{instance}}"]],
    },
    {
      title: "Segments read from the store",
      unit: "percentunit",
      lines: [
        [
          "sum(rate(shoal_edge_segment_misses_total[5m])) / sum(rate(shoal_edge_segments_total[5m]))",
          "share",
        ],
      ],
    },
    {
      title: "Sessions refused",
      unit: "reqps",
      lines: [["sum by (reason) (rate(shoal_edge_plays_refused_total[5m]))", "{{reason}}"]],
    },
    {
      title: "Peers at trackers",
      unit: "short",
      lines: [["sum by (instance) (shoal_edge_tracker_peers)", "{{instance}}"]],
    },
    { title: "Spool", unit: "bytes", lines: [["shoal_edge_spool_bytes", "{{instance}}"]] },
    {
      title: "Inserts failing for",
      unit: "s",
      lines: [["max by (instance, table) (shoal_edge_inserts_failing_seconds)", "{{instance}} {{table}}"]],
    },
  ],
  Lives: [
    { title: "Lives", unit: "short", lines: [["sum by (state) (shoal_ingest_lives)", "{{state}}"]] },
    {
      title: "Cores of lives",
      unit: "short",
      lines: [["sum by (instance) (shoal_ingest_live_cores)", "{{instance}}"]],
    },
    {
      title: "Endings",
      unit: "reqps",
      lines: [["sum by (fault) (rate(shoal_ingest_endings_total[5m]))", "{{fault}}"]],
    },
    {
      title: "SRT packets",
      unit: "reqps",
      lines: [["sum by (fate) (rate(shoal_ingest_srt_packets_total[5m]))", "{{fate}}"]],
    },
    {
      title: "Sent on to other platforms",
      unit: "short",
      lines: [["sum by (state) (shoal_ingest_relays)", "{{state}}"]],
    },
  ],
};

const PANEL_WIDTH = 8;
const PANEL_HEIGHT = 7;
const DATA_SOURCE = { type: "prometheus", uid: "$source" };

/** Returns the dashboard in the format that Grafana imports. */
export function createDashboard(): object {
  let y = 0;
  const panels: object[] = [];
  for (const [title, row] of Object.entries(DASHBOARD_ROWS)) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title,
      gridPos: { x: 0, y, w: 24, h: 1 },
      collapsed: false,
      panels: [],
    });
    y += 1;
    row.forEach((panel, index) => {
      const gridPos = {
        x: (index % 3) * PANEL_WIDTH,
        y: y + Math.floor(index / 3) * PANEL_HEIGHT,
        w: PANEL_WIDTH,
        h: PANEL_HEIGHT,
      };
      panels.push(panelOf(panel, { id: panels.length + 1, gridPos }));
    });
    y += Math.ceil(row.length / 3) * PANEL_HEIGHT;
  }
  return {
    uid: "shoal",
    title: "Shoal",
    tags: ["shoal"],
    schemaVersion: 39,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: { list: [{ name: "source", label: "Prometheus", type: "datasource", query: "prometheus" }] },
    panels,
  };
}

const panelOf = ({ title, unit, lines }: DashboardPanel, place: { id: number; gridPos: object }): object => ({
  ...place,
  type: "timeseries",
  title,
  datasource: DATA_SOURCE,
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 8, showPoints: "never" } }, overrides: [] },
  options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
  targets: lines.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: DATA_SOURCE,
    expr,
    legendFormat,
  })),
});

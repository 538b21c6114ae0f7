import { EVENT_LOOP_PRECISION_MS } from "@shoal/lifecycle";

export interface AlertRule {
  name: string;
  /** The PromQL expression. It is true while there is a problem. */
  expression: string;
  /** How long the condition must hold before the alert fires. */
  for: string;
  severity: "page" | "ticket";
  summary: string;
  /** The heading of the alert in docs/operate/incidents.md. */
  heading: string;
}

/** The alerts for operators. A `page` alert wakes the operator, and a `ticket` alert waits until the morning. */
export const ALERT_RULES: readonly AlertRule[] = [
  {
    name: "ShoalProcessDown",
    expression: 'up{job=~"api|edge|ingest|worker"} == 0',
    for: "2m",
    severity: "page",
    summary: "{{ $labels.job }} {{ $labels.instance }} does not answer",
    heading: "A process does not answer",
  },
  {
    name: "ShoalApiErrors",
    expression:
      'sum(rate(shoal_http_request_seconds_count{status=~"5.."}[5m])) > 0.02 * sum(rate(shoal_http_request_seconds_count[5m])) and sum(rate(shoal_http_request_seconds_count{status=~"5.."}[5m])) > 0.05',
    for: "5m",
    severity: "page",
    summary: "More than 2 % of calls to the api fail",
    heading: "Calls to the api fail",
  },
  {
    name: "ShoalApiSlow",
    expression:
      'histogram_quantile(0.95, sum by (le) (rate(shoal_http_request_seconds_bucket{route!~".*(upload|realtime|socket).*"}[5m]))) > 2',
    for: "10m",
    severity: "ticket",
    summary: "One call of twenty to the api takes more than 2 s",
    heading: "The api is slow",
  },
  {
    name: "ShoalEventLoopLate",
    expression: `nodejs_eventloop_lag_p99_seconds > ${0.5 + EVENT_LOOP_PRECISION_MS / 1_000}`,
    for: "10m",
    severity: "ticket",
    summary: "{{ $labels.job }} {{ $labels.instance }} is late by half a second",
    heading: "The api is slow",
  },
  {
    name: "ShoalUnnamedProxy",
    expression: "max(shoal_unnamed_proxy) == 1",
    for: "1m",
    severity: "ticket",
    summary: "Requests come through a proxy that TRUSTED_PROXIES does not name",
    heading: "All callers count as one",
  },
  {
    name: "ShoalFiguresLate",
    expression: "max(shoal_figures_age_seconds) > 300",
    for: "5m",
    severity: "ticket",
    summary: "Figures are more than 5 minutes late",
    heading: "Figures and bills stand still",
  },
  {
    name: "ShoalStatementsRefused",
    expression: "increase(shoal_analytics_refused_statements_total[1h]) > 0",
    for: "0m",
    severity: "ticket",
    summary: "ClickHouse refused a statement as wrong: a bug",
    heading: "ClickHouse refuses statements",
  },
  {
    name: "ShoalJobsWait",
    expression: 'max by (queue) (shoal_jobs_waiting_seconds{queue!~"encode-.*|copy-piece"}) > 900',
    for: "5m",
    severity: "ticket",
    summary: "Jobs of {{ $labels.queue }} have waited for a quarter of an hour",
    heading: "Jobs wait",
  },
  {
    name: "ShoalEncodingWaits",
    expression: 'max by (queue) (shoal_jobs_waiting_seconds{queue=~"encode-.*|copy-piece"}) > 7200',
    for: "5m",
    severity: "ticket",
    summary: "Encodings have waited for two hours",
    heading: "Jobs wait",
  },
  {
    name: "ShoalJobsFail",
    expression: 'sum(rate(shoal_worker_jobs_total{ending="failed"}[15m])) * 900 > 20',
    for: "0m",
    severity: "ticket",
    summary: "More than 20 tries of jobs failed within a quarter of an hour",
    heading: "Jobs fail",
  },
  {
    name: "ShoalMediaStoreFull",
    expression: "min(shoal_media_free_bytes) < 10e9",
    for: "5m",
    severity: "page",
    summary: "Less than 10 GB are free in the media store",
    heading: "The disk fills",
  },
  {
    name: "ShoalEdgeErrors",
    expression: 'sum by (instance) (rate(shoal_edge_requests_total{status=~"5.."}[5m])) > 0.5',
    for: "5m",
    severity: "page",
    summary: "Edge {{ $labels.instance }} answers with errors",
    heading: "Players do not start",
  },
  {
    name: "ShoalInsertsFail",
    expression: "max by (instance, table) (shoal_edge_inserts_failing_seconds) > 300",
    for: "0m",
    severity: "ticket",
    summary: "ClickHouse has taken nothing for {{ $labels.table }} for 5 minutes",
    heading: "Figures and bills stand still",
  },
  {
    name: "ShoalSpoolHalfFull",
    expression: "max by (instance) (shoal_edge_spool_bytes) > 1e9",
    for: "5m",
    severity: "page",
    summary: "The spool of edge {{ $labels.instance }} is half full",
    heading: "Figures and bills stand still",
  },
  {
    name: "ShoalBeaconsRefused",
    expression: "increase(shoal_edge_beacons_refused_total[5m]) > 0",
    for: "0m",
    severity: "page",
    summary: "Edge {{ $labels.instance }} refuses beacons: its spool is full",
    heading: "Figures and bills stand still",
  },
  {
    name: "ShoalRowsRejected",
    expression: "increase(shoal_edge_beacon_rows_rejected_total[1h]) > 0",
    for: "0m",
    severity: "ticket",
    summary: "Edge {{ $labels.instance }} set rows aside that ClickHouse cannot read",
    heading: "ClickHouse refuses statements",
  },
  {
    name: "ShoalMediaDamaged",
    expression: "increase(shoal_edge_media_damaged_total[1h]) > 0",
    for: "0m",
    severity: "ticket",
    summary: "The media store gave edge {{ $labels.instance }} other bytes than were stored",
    heading: "Media are damaged or missing",
  },
  {
    name: "ShoalChangesNotFollowed",
    expression: "min by (instance) (shoal_edge_changes_followed) == 0",
    for: "5m",
    severity: "ticket",
    summary: "Edge {{ $labels.instance }} does not follow the api's changes",
    heading: "Changes reach viewers late",
  },
  {
    name: "ShoalLivesLoseRungs",
    expression: "max by (instance) (shoal_ingest_left_out_rungs) > 0",
    for: "10m",
    severity: "ticket",
    summary: "Ingest {{ $labels.instance }} leaves out rungs of lives",
    heading: "Lives lose quality or end",
  },
  {
    name: "ShoalMemoryHigh",
    expression: 'process_resident_memory_bytes{job=~"api|edge"} > 3e9',
    for: "15m",
    severity: "ticket",
    summary: "{{ $labels.job }} {{ $labels.instance }} takes more than 3 GB of memory",
    heading: "A process takes ever more memory",
  },
];

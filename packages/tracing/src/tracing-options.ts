export interface TracingOptions {
  /** The name of the process in traces, such as `api`. */
  service: string;
  /** The OTLP collector, such as `http://127.0.0.1:4318`. If omitted, nothing is traced. */
  endpoint: string | undefined;
  /** The share of traces that are recorded, 0 to 1. */
  ratio: number;
  /** The header that only processes of the installation can send. Traces of other callers are not continued. */
  secret: { header: string; value: string };
}

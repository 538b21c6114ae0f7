export interface TracingOptions {
  /** Name of the process in traces, such as `api`. */
  service: string;
  /** OTLP collector, such as `http://127.0.0.1:4318`. Nothing is traced without one. */
  endpoint: string | undefined;
  /** Share of traces that are kept, 0 to 1. */
  ratio: number;
  /** The header that only processes of the installation can send. Traces of other callers are not continued. */
  secret: { header: string; value: string };
}

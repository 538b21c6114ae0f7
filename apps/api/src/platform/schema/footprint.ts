import type { FootprintMethodId, FootprintReport } from "@shoal/contract";
import type { Json } from "./columns.ts";

export interface FootprintMethodRow {
  client_uuid: string;
  /** A month, such as 2026-10. */
  from_month: string;
  method: FootprintMethodId;
}

/** Progress of a client's monthly reports. */
export interface FootprintProgressRow {
  client_uuid: string;
  next_month: string;
}

/** A report, which is written once and never changes. */
export interface FootprintReportRow {
  client_uuid: string;
  month: string;
  method: FootprintMethodId;
  revision: number;
  reason: "closed" | "corrected" | "asked";
  made_at: Date;
  report: Json<FootprintReport>;
}

import type { ProofStop } from "@shoal/contract";
import type { Generated } from "kysely";
import type { Json } from "./columns.ts";

/** A client's proof mode; a client without a row never used it. */
export interface ProofModeRow {
  client_uuid: string;
  is_on: boolean;
  share_pct: number;
  /** The limit in 10⁹ bytes. */
  limit_gb: number | null;
  salt: Generated<string>;
  /** The name of the user who agreed. */
  consent_by: string | null;
  consent_at: Date | null;
  revision: Generated<number>;
  /** Start of the current or last run. */
  started_at: Date | null;
  /** The number of sessions of the smaller group in the current run, at the last check. */
  sessions: Generated<number>;
  stop_reason: ProofStop | null;
  /** The value that caused the stop, in seconds per hour or in 10⁹ bytes. */
  stop_value: number | null;
  stopped_at: Date | null;
}

export interface ProofEventRow {
  id: Generated<string>;
  client_uuid: string;
  type: "proof.started" | "proof.switched_off" | "proof.stopped";
  at: Date;
  payload: Json<object>;
}

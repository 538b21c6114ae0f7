import { z } from "zod";
import { ProofInput, ProofReport } from "../proof.ts";
import { defineRoute } from "../route.ts";

const query = z.strictObject({
  /** As 2026-10, of the client's time zone; the month that goes on without. */
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10")
    .optional(),
});

/** What peers change, shown beside a small group of viewers who play without them. */
export const proofRoutes = {
  getProof: defineRoute({
    method: "GET",
    path: "/api/proof",
    guard: "readAnalytics",
    summary:
      "Sessions with and without peers side by side, with intervals of 95 %, and what may be said of it",
    query,
    response: ProofReport,
  }),
  exportProofCsv: defineRoute({
    method: "GET",
    path: "/api/proof/csv",
    guard: "readAnalytics",
    summary: "The same as a CSV file",
    query,
  }),
  saveProof: defineRoute({
    method: "PUT",
    path: "/api/proof",
    guard: "manager",
    summary: "Switch proof mode on or off; switching on what has stopped, or another share, begins anew",
    body: ProofInput,
    response: ProofReport,
  }),
} as const;

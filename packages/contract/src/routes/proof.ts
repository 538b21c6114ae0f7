import { z } from "zod";
import { ProofInput, ProofReport } from "../insight/proof.ts";
import { defineRoute } from "../route.ts";

const ProofQuery = z.strictObject({
  /** A month in the client's time zone, such as 2026-10; the current month by default. */
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10")
    .optional(),
});

/** The calls that measure the effect of peers, compared with a small group of viewers who play without them. */
export const proofRoutes = {
  getProof: defineRoute({
    method: "GET",
    path: "/api/proof",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Compare sessions with and without peers, with 95% confidence intervals and conclusions",
    query: ProofQuery,
    response: ProofReport,
  }),
  exportProofCsv: defineRoute({
    method: "GET",
    path: "/api/proof/csv",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Download the comparison as CSV",
    query: ProofQuery,
  }),
  saveProof: defineRoute({
    method: "PUT",
    path: "/api/proof",
    guard: "manager",
    scope: "noKey",
    summary:
      "Turn proof mode on or off; turning it on after it stopped, or changing the share, starts a new run",
    body: ProofInput,
    response: ProofReport,
  }),
} as const;

import type { JobReports } from "../../../platform/composition/define-module.ts";
import type { EncodingService } from "./encoding.service.ts";

/** Hands what becomes of jobs to the encoding of their videos. */
export const reportsOfEncoding = (encoding: Pick<EncodingService, "onResult" | "onDeadJob">): JobReports => ({
  async onResult(result) {
    if ("asset" in result || result.type === "thumbnail" || result.type === "captions") return;
    await encoding.onResult(result);
  },
  async onDead(job) {
    if ("videoUuid" in job) await encoding.onDeadJob(job);
  },
});

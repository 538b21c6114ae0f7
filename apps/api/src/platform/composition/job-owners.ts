import type { JobResult } from "@shoal/contract/jobs";
import { jobOfResult, RESULT_OWNERS, type ResultOwner, traitsOf } from "@shoal/domain";
import type { DeadAssetJob, DeadJob } from "../queue/job-queue.ts";
import type { JobReports, ModuleDeclaration } from "./define-module.ts";
import type { Resolve } from "./need.ts";

/**
 * Joins what modules do with what becomes of jobs.
 * @throws Error naming a kind of results that no module takes, or two.
 */
export function joinJobReports(modules: readonly ModuleDeclaration[], resolve: Resolve): JobReports {
  const owners = new Map<ResultOwner, JobReports>();
  for (const { name, jobResults } of modules) {
    if (!jobResults) continue;
    if (owners.has(jobResults.of))
      throw new Error(`The module "${name}" takes results of "${jobResults.of}", which another module takes`);
    owners.set(jobResults.of, jobResults.part.make(resolve));
  }
  for (const owner of RESULT_OWNERS)
    if (!owners.has(owner)) throw new Error(`No module takes the results of "${owner}"`);
  return {
    onResult: async (result) => owners.get(ownerOf(result))?.onResult(result),
    onDead: async (job) => owners.get(ownerOfDead(job))?.onDead(job),
  };
}

/** What another version of the platform calls otherwise is told to those that know its thing. */
const ownerOf = (result: JobResult): ResultOwner =>
  traitsOf(jobOfResult(result))?.resultsGoTo ?? ("asset" in result ? "pictures" : "encoding");

function ownerOfDead(job: DeadJob | DeadAssetJob): ResultOwner {
  if ("asset" in job) return "pictures";
  if (job.thumbnailId !== undefined) return "thumbnails";
  return traitsOf(job.job)?.resultsGoTo ?? "encoding";
}

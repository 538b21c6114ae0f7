import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, JOB_QUEUE, REALTIME } from "../../../platform/needs.ts";
import { createAlignmentResults } from "./alignment-results.ts";
import { registerAlignmentRoutes } from "./alignments.routes.ts";
import { type AlignmentsService, createAlignmentsService } from "./alignments.service.ts";
import { alignmentNotifications, alignmentTables, carriedTables } from "./alignments.table.ts";

const ALIGNMENTS_SERVICE = need<AlignmentsService>("alignments of versions");

/** Milliseconds until a new version or video is compared with the previous one. */
const SWEEP_PAUSE_MS = 2_000;
/** Milliseconds between sweeps while no comparison is pending. Triggers announce what makes a comparison necessary. */
const IDLE_PAUSE_MS = 30_000;

const SHARED_NEEDS = { db: DB, queue: JOB_QUEUE, realtime: REALTIME };

export const alignmentsModule = defineModule({
  name: "alignments",
  migrations: {
    "073-alignments": alignmentTables,
    "074-carried-comments": carriedTables,
    "141-alignment-notifications": alignmentNotifications,
  },
  services: [provide(ALIGNMENTS_SERVICE, SHARED_NEEDS, createAlignmentsService)],
  routes: using({ alignments: ALIGNMENTS_SERVICE }, ({ alignments }, app, guardFor) =>
    registerAlignmentRoutes(app, guardFor, alignments),
  ),
  jobResults: {
    of: "alignments",
    part: using(SHARED_NEEDS, (deps) => {
      const results = createAlignmentResults(deps);
      return {
        onResult: results.onResult,
        async onDead(job) {
          if ("videoUuid" in job) await results.onDead(job.videoUuid, job.generation);
        },
      };
    }),
  },
  schedules: using(SHARED_NEEDS, (deps) => {
    const { requestMissing } = createAlignmentResults(deps);
    return [
      { run: requestMissing, pauseMs: SWEEP_PAUSE_MS, idlePauseMs: IDLE_PAUSE_MS, topic: "alignments" },
    ];
  }),
});

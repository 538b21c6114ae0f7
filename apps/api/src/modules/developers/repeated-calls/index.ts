import { createSecretBox } from "@shoal/tokens";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, ON_ERROR } from "../../../platform/needs.ts";
import { nameCalls } from "./name-calls.ts";
import { createRepeatedCallsService, type RepeatedCallsService } from "./repeated-calls.service.ts";
import { repeatedCallTables } from "./repeated-calls.table.ts";

/** The purpose of the key that encrypts the responses to calls. */
const ANSWER_KEY_PURPOSE = "answers of repeated calls";

const REPEATED_CALLS = need<RepeatedCallsService>("repeated calls");

export const repeatedCallsModule = defineModule({
  name: "repeated-calls",
  migrations: { "105-repeated-calls": repeatedCallTables },
  services: [
    provide(REPEATED_CALLS, { config: CONFIG, db: DB, onError: ON_ERROR }, ({ config, ...deps }) =>
      createRepeatedCallsService({
        ...deps,
        box: createSecretBox(config.INTERNAL_SECRET, ANSWER_KEY_PURPOSE),
        installationSecret: config.INTERNAL_SECRET,
      }),
    ),
  ],
  hooks: using({ repeated: REPEATED_CALLS }, ({ repeated }, app) => nameCalls(app, repeated)),
  schedules: using({ repeated: REPEATED_CALLS }, ({ repeated }) => [
    { run: () => repeated.prune(), pauseMs: CLEANING_PAUSE_MS },
  ]),
  background: using({ repeated: REPEATED_CALLS }, ({ repeated }) => repeated),
});

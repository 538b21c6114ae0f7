import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, ON_ERROR } from "../../../platform/needs.ts";
import { LOG_WRITER } from "../../accounts/logs/index.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { PROOF_READER } from "../statistics/index.ts";
import { registerProofRoutes } from "./proof.routes.ts";
import { createProofService, type ProofService } from "./proof.service.ts";
import { createProofWatch } from "./proof-watch.ts";

const PROOF_SERVICE = need<ProofService>("proof");

/** The pause between checks. Proof mode continues for at most this long once it is certain that it harms viewers. */
const WATCH_PAUSE_MS = 60_000;

import { PROOF_MAILS } from "./mails/index.ts";

export const proofModule = defineModule({
  name: "proof",
  mails: PROOF_MAILS,
  services: [provide(PROOF_SERVICE, { db: DB, reader: PROOF_READER }, createProofService)],
  routes: using({ proof: PROOF_SERVICE }, ({ proof }, app, guardFor) =>
    registerProofRoutes(app, guardFor, proof),
  ),
  schedules: using(
    {
      config: CONFIG,
      db: DB,
      reader: PROOF_READER,
      mails: MAILS_SERVICE,
      logs: LOG_WRITER,
      onError: ON_ERROR,
    },
    ({ config, ...deps }) => {
      const watch = createProofWatch({ ...deps, publicUrl: config.API_PUBLIC_URL });
      return [{ run: () => watch.checkOnce(), pauseMs: WATCH_PAUSE_MS }];
    },
  ),
});

import { CallCounter } from "../../../platform/call-counter.ts";
import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, ON_ERROR, SHARED_COUNTS } from "../../../platform/needs.ts";
import { type CallCounters, limitCalls } from "./limit-calls.ts";

const CALL_COUNTERS = need<CallCounters>("counters of calls");

export const callLimitsModule = defineModule({
  name: "call-limits",
  services: [
    provide(
      CALL_COUNTERS,
      { config: CONFIG, counts: SHARED_COUNTS, onError: ON_ERROR },
      ({ config, ...deps }) => ({
        keys: new CallCounter({ ...deps, name: "calls-key", limit: config.LIMIT_CALLS_PER_KEY }),
        users: new CallCounter({ ...deps, name: "calls-user", limit: config.LIMIT_CALLS_PER_USER }),
        guests: new CallCounter({ ...deps, name: "calls-guest", limit: config.LIMIT_CALLS_PER_GUEST }),
      }),
    ),
  ],
  hooks: using({ counters: CALL_COUNTERS }, ({ counters }, app) => limitCalls(app, counters)),
  background: using({ counters: CALL_COUNTERS }, ({ counters }) => ({
    start() {
      for (const counter of Object.values(counters)) counter.start();
    },
    async stop() {
      await Promise.all(Object.values(counters).map((counter) => counter.stop()));
    },
  })),
});

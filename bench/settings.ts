import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "2" },
    viewers: { type: "string", default: "8" },
    "only-ours": { type: "boolean", default: false },
    case: { type: "string", default: "" },
  },
});

/** Words of which a bench's name holds one; all benches run when there is none. */
export const wantedNames = positionals;

/** What `npm run bench -- swarm-live --minutes 0.5 --viewers 3 --only-ours --case flash` says of the browser swarm. */
export const swarmSettings = {
  minutes: Number(values.minutes),
  viewers: Number(values.viewers),
  /** The field's engine is left out: a third of the time. */
  isOnlyOurs: values["only-ours"],
  /** A word of the scenarios to watch; all of a bench's where it is empty. */
  caseWord: values.case,
};

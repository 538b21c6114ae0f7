import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "2" },
    viewers: { type: "string", default: "8" },
    "only-ours": { type: "boolean", default: false },
    case: { type: "string", default: "" },
    runs: { type: "string", default: "5" },
    long: { type: "boolean", default: false },
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

/** What `npm run bench -- attacks --case slow` says of attacks. */
export const attackSettings = {
  /** A word of those to measure; all where it is empty. */
  caseWord: values.case,
};

/** What `npm run bench -- live --runs 1 --long` says of lives. */
export const liveSettings = {
  /** Each with a live of its own; the median of them is the figure. */
  runs: Number(values.runs),
  /** With what takes a quarter of an hour. */
  isLong: values.long,
};

/** What `npm run bench -- live-chat --viewers 500` says of the chat beside a live. */
export const chatSettings = {
  /** The usual number of viewers is that of the swarm; here it means "as promised". */
  viewers: values.viewers === "8" ? 5_000 : Number(values.viewers),
};

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

/** Runs the benches whose names contain one of these words; all of them by default. */
export const wantedNames = positionals;

/** The settings of the browser swarm, as in `npm run bench -- swarm-live --minutes 0.5 --viewers 3 --only-ours --case flash`. */
export const swarmSettings = {
  minutes: Number(values.minutes),
  viewers: Number(values.viewers),
  /** Leaves out the field's engine, which saves a third of the time. */
  isOnlyOurs: values["only-ours"],
  /** Runs only scenarios whose name contains this word; all of them where it is empty. */
  caseWord: values.case,
};

/** The settings of attacks, as in `npm run bench -- attacks --case slow`. */
export const attackSettings = {
  /** Measures only cases whose name contains this word; all of them where it is empty. */
  caseWord: values.case,
};

/** The settings of lives, as in `npm run bench -- live --runs 1 --long`. */
export const liveSettings = {
  /** Each run has its own live; the figure is their median. */
  runs: Number(values.runs),
  /** Includes measurements that take a quarter of an hour. */
  isLong: values.long,
};

/** The settings of live chat, as in `npm run bench -- live-chat --viewers 500`. */
export const chatSettings = {
  /** The default number of viewers is the swarm's; here it stands for the promised number. */
  viewers: values.viewers === "8" ? 5_000 : Number(values.viewers),
};

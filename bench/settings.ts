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

/** The words by which benches are selected: those whose names contain one of them run. By default all run. */
export const selectedNames = positionals;

/** The settings of the browser swarm, as in `npm run bench -- swarm-live --minutes 0.5 --viewers 3 --only-ours --case flash`. */
export const swarmSettings = {
  minutes: Number(values.minutes),
  viewers: Number(values.viewers),
  /** Whether the other open engine is left out, which saves a third of the time. */
  isOnlyOurs: values["only-ours"],
  /** The word that the names of the scenarios to run contain. All of them run if it is empty. */
  caseWord: values.case,
};

/** The settings of attacks, as in `npm run bench -- attacks --case slow`. */
export const attackSettings = {
  /** The word that the names of the measured cases contain. All of them are measured if it is empty. */
  caseWord: values.case,
};

/** The settings of lives, as in `npm run bench -- live --runs 1 --long`. */
export const liveSettings = {
  /** The number of runs, each with its own live; the figure is their median. */
  runs: Number(values.runs),
  /** Whether measurements that take a quarter of an hour are included. */
  isLong: values.long,
};

/** The settings of live chat, as in `npm run bench -- live-chat --viewers 500`. */
export const chatSettings = {
  /** The number of viewers. The swarm's default value means that the live chat's required number is used. */
  viewers: values.viewers === "8" ? 5_000 : Number(values.viewers),
};

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

/** The words that select benches. A bench runs if its name contains one of them; without words, all benches run. */
export const selectedNames = positionals;

/**
 * The settings of the benches of the swarm in browsers, as in `npm run bench -- swarm-live --minutes 0.5 --viewers 3 --only-ours
 * --case flash`.
 */
export const swarmSettings = {
  minutes: Number(values.minutes),
  viewers: Number(values.viewers),
  /** Whether the other open peer-to-peer engine is left out, which saves a third of the time. */
  isOnlyOurs: values["only-ours"],
  /** The word that selects scenarios. Those whose names contain it run, and all run if it is empty. */
  caseWord: values.case,
};

/** The settings of the attack benches, as in `npm run bench -- attacks --case slow`. */
export const attackSettings = {
  /** The word that selects cases. Those whose names contain it are measured, and all are measured if it is empty. */
  caseWord: values.case,
};

/** The settings of the benches of lives, as in `npm run bench -- live --runs 1 --long`. */
export const liveSettings = {
  /** The number of runs. Each run has its own live, and the reported figure is the median. */
  runs: Number(values.runs),
  /** Whether measurements that take a quarter of an hour are included. */
  isLong: values.long,
};

/** The settings of the bench of live chat, as in `npm run bench -- live-chat --viewers 500`. */
export const chatSettings = {
  /** The number of viewers. If it equals the swarm's default, the bench uses the number that live chat is required to serve. */
  viewers: values.viewers === "8" ? 5_000 : Number(values.viewers),
};

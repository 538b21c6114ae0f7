/**
 * `npm test [-- filter…]`: runs the gate, which is unit, component and integration tests and the core of the end-to-end
 * tests, in this order. `npm run test:long [-- filter…]`: runs everything that takes long, is statistical or breaks things.
 * `-- --project unit` runs one kind, `--seed 7` and `--time-zone Asia/Kolkata` set the order and the time zone. The last line
 * is `N passed, N failed`.
 */
import { parseArgs } from "node:util";
import { GATE_RUN, LONG_RUN } from "./test/projects.ts";
import { runTests } from "./test/run-tests.ts";

const { values, positionals } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    project: { type: "string", multiple: true },
    seed: { type: "string" },
    "time-zone": { type: "string" },
  },
  allowPositionals: true,
});
const { projects, limitMin } = values.long ? LONG_RUN : GATE_RUN;
const { isGreen } = await runTests({
  projects: values.project ?? projects,
  filters: positionals,
  seed: values.seed === undefined ? undefined : Number(values.seed),
  timeZone: values["time-zone"],
  limitMin: values.project ? LONG_RUN.limitMin : limitMin,
});
process.exit(isGreen ? 0 : 1);

/** Runs one bench by its name, as a separate process, and sends its figures to the parent. */
import { ALL_BENCHES } from "./all.ts";

const selectedBench = ALL_BENCHES.find(({ name }) => name === process.env.SHOAL_BENCH);
if (!selectedBench || !process.send) throw new Error("Started by bench/main.ts, with the name of a bench");
const figures = await selectedBench.run();
process.send(figures, () => process.exit(0));

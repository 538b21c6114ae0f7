/** Runs one bench by its name in a process of its own, and sends the bench's figures to the parent process. */
import { ALL_BENCHES } from "./all.ts";

const selectedBench = ALL_BENCHES.find(({ name }) => name === process.env.SHOAL_BENCH);
if (!selectedBench || !process.send) throw new Error("Started by bench/main.ts, with the name of a bench");
const figures = await selectedBench.run();
process.send(figures, () => process.exit(0));

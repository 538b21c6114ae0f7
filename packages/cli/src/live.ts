import { setTimeout } from "node:timers/promises";
import { type Command, printResult, stripControlCharacters } from "./command.ts";
import { parseWholeNumber } from "./number.ts";
import { uuidOf } from "./videos.ts";

export const liveCommand: Command = {
  name: "live",
  usage: "UUID [--watch] [--every SECONDS]",
  summary: "Show the status of a live: its stage, its viewers and its incoming signal",
  options: { watch: { type: "boolean" }, every: { type: "string" } },
  help: { "--watch": "repeat until you stop it", "--every SECONDS": "interval (default: 5)" },
  async run(invocation) {
    const id = uuidOf(invocation.names);
    const everySec = parseWholeNumber(invocation, "every", { min: 1, max: 3_600, otherwise: 5 });
    const { shoal } = await invocation.client();
    const { signal } = invocation.terminal;
    for (;;) {
      const {
        title,
        live: state,
        inputInfos,
        concurrentUsers,
        type,
      } = await shoal.getVideo({ params: { id } }, { signal });
      const value = {
        uuid: id,
        title,
        type,
        live: state,
        viewers: concurrentUsers,
        input: inputInfos ?? null,
      };
      const since = state?.startedAt ? ` since ${state.startedAt}` : "";
      const fault = state?.fault ? `, ${state.fault}` : "";
      const line = state ? `${state.state}${since}${fault}, ${concurrentUsers} viewers` : "not a live";
      printResult(invocation, value, `${stripControlCharacters(title)}: ${line}`);
      if (!invocation.values.watch) return undefined;
      await setTimeout(everySec * 1_000, undefined, { signal });
    }
  },
};

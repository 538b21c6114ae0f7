import { type Command, formatTable } from "./command.ts";
import { parseWholeNumber } from "./number.ts";
import { uuidOf } from "./videos.ts";

const DAY_MS = 86_400_000;

export const figuresCommand: Command = {
  name: "figures",
  usage: "[UUID] [--days N]",
  summary: "Show the statistics of a period, for all videos or for one",
  options: { days: { type: "string" } },
  help: { "--days N": "number of days up to now (default: 30)" },
  async run(invocation) {
    const days = parseWholeNumber(invocation, "days", { min: 1, max: 3_650, otherwise: 30 });
    const { shoal } = await invocation.client();
    const to = new Date();
    const from = new Date(to.getTime() - days * DAY_MS);
    const query = {
      from: from.toISOString(),
      to: to.toISOString(),
      ...(invocation.names.length > 0 ? { videos: [uuidOf(invocation.names)] } : {}),
    };
    const totals = await shoal.getStatisticsTotals({ query }, { signal: invocation.terminal.signal });
    const { out } = invocation.terminal;
    if (invocation.isJson) out(JSON.stringify(totals));
    else {
      const all = { watchingNow: totals.watchingNow, ...totals.figures, ...totals.footprint };
      const rows = Object.entries(all).map(([name, value]) => [name, value === null ? "–" : String(value)]);
      for (const line of formatTable(rows)) out(line);
    }
    return undefined;
  },
};

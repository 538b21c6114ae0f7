import { type Command, formatTable } from "./command.ts";
import { parseWholeNumber } from "./number.ts";
import { uuidOf } from "./videos.ts";

const DAY_MS = 86_400_000;

export const figuresCommand: Command = {
  name: "figures",
  usage: "[UUID] [--days N]",
  summary: "Show the figures of a period, of all videos or of one",
  options: { days: { type: "string" } },
  help: { "--days N": "of the last so many days; 30 without it" },
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

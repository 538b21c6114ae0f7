import type { FootprintMethod } from "@shoal/contract";
import { byNetwork, constant, halfOrTwice, type Source } from "../constants.ts";

const SHIFT: Source = {
  source:
    "The Shift Project, Lean ICT (2019), 1byte model; constants as in @tgwf/co2 and in the Carbonalyser. Range: our own",
  url: "https://theshiftproject.org/en/article/lean-ict-our-new-report/",
  known: "cited",
};

/** Higher than others by far, and disputed: it took the traffic of 2015 and older for what networks need. */
export const SHIFT_2019: FootprintMethod = {
  id: "shift-2019",
  version: 1,
  year: 2019,
  title: "Lean ICT, 1byte model",
  publisher: "The Shift Project",
  url: SHIFT.url,
  constants: [
    constant("dataCentres", "dataCentrePerGb", halfOrTwice(72), SHIFT),
    // Fixed: with a wireless router 152, wired 429 Wh/GB.
    ...byNetwork("network", { fixed: [76, 152, 429], mobile: halfOrTwice(884) }, SHIFT),
    // 0.00021 kWh a minute.
    constant("devices", "devicePerHour", halfOrTwice(12.6), SHIFT),
  ],
};

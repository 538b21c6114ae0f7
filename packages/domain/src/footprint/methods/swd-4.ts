import type { FootprintMethod } from "@shoal/contract";
import { constant, halfOrTwice, type Source } from "../constants.ts";

const SWD: Source = {
  source: "Sustainable Web Design Model, version 4 (2024); constants as in @tgwf/co2. Range: our own",
  url: "https://sustainablewebdesign.org/estimating-digital-emissions/",
  known: "source",
};

/** By bytes alone, with the making of machines. */
export const SWD_4: FootprintMethod = {
  id: "swd-4",
  version: 1,
  year: 2024,
  title: "Sustainable Web Design Model v4",

  publisher: "Wholegrain Digital, Mightybytes, Footsprint, EcoPing, Green Web Foundation",
  url: SWD.url,
  constants: [
    constant("dataCentres", "dataCentrePerGb", halfOrTwice(55), SWD),
    constant("networks", "networkPerGb", halfOrTwice(59), SWD),
    constant("devices", "devicePerGb", halfOrTwice(80), SWD),
    constant("embodied.dataCentres", "embodiedPerGb", halfOrTwice(12), SWD),
    constant("embodied.networks", "embodiedPerGb", halfOrTwice(13), SWD),
    constant("embodied.devices", "embodiedPerGb", halfOrTwice(81), SWD),
  ],
};

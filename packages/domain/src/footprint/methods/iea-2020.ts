import type { FootprintMethod } from "@shoal/contract";
import { constant, halfOrTwice, type Source } from "../constants.ts";

const IEA: Source = {
  source:
    "G. Kamiya, IEA, The carbon footprint of streaming video: fact-checking the headlines (11 December 2020). Range: our own",
  url: "https://www.iea.org/commentaries/the-carbon-footprint-of-streaming-video-fact-checking-the-headlines",
  known: "cited",
};
/** Of an hour in the mean, over devices, networks and qualities of 2019. */
const WH_PER_HOUR = 77;

/** By hours alone, whatever they were watched on. */
export const IEA_2020: FootprintMethod = {
  id: "iea-2020",
  version: 1,
  year: 2020,
  title: "The carbon footprint of streaming video",

  publisher: "International Energy Agency",
  url: IEA.url,
  constants: [
    constant("dataCentres", "dataCentrePerHour", halfOrTwice(WH_PER_HOUR * 0.05), IEA),
    constant("transmission", "networkPerHour", halfOrTwice(WH_PER_HOUR * 0.23), IEA),
    // From a phone to a large television the commentary has a hundredfold.
    constant("devices", "devicePerHour", [1, WH_PER_HOUR * 0.72, 120], { ...IEA }),
  ],
};

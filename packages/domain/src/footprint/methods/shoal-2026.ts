import type { FootprintMethod } from "@shoal/contract";
import { byDevice, byNetwork, constant, halfOrTwice, type Source } from "../constants.ts";
import { CARBON_TRUST, DEVICE_WATTS, SERVERS_WH_PER_HOUR } from "./carbon-trust-2021.ts";

const MALMODIN: Source = {
  source:
    "J. Malmodin, The power consumption of mobile and fixed network data services, Electronics Goes Green (2020): slopes",
  url: "https://online.electronicsgoesgreen.org/wp-content/uploads/2020/10/Proceedings_EGG2020_v2.pdf",
  known: "estimate",
};
const WATER: Source = {
  source: "WRI, Guidance for calculating water use embedded in purchased electricity (2020): mean of the US",
  url: "https://www.wri.org/research/guidance-calculating-water-use-embedded-purchased-electricity",
  known: "cited",
};
const COOLING: Source = {
  source: "LBNL / US DOE, United States data center energy usage report (2016): mean WUE",
  url: "https://eta.lbl.gov/publications/united-states-data-center-energy",
  known: "cited",
};

/** The default: what streaming takes by the Carbon Trust, what peers change by what bytes take at the margin, and water. */
export const SHOAL_2026: FootprintMethod = {
  ...{ id: "shoal-2026", version: 1, year: 2026, title: "Shoal 2026", publisher: "Shoal" },
  url: CARBON_TRUST.url,
  constants: [
    constant("servers", "dataCentrePerHour", SERVERS_WH_PER_HOUR, CARBON_TRUST),
    // Line 6.5 and wireless router 25 Wh/GB; the high end: Sustainable Web Design v4.
    ...byNetwork("network", { fixed: [6.5, 31.5, 59], mobile: halfOrTwice(100) }, CARBON_TRUST),
    ...byDevice("device", DEVICE_WATTS, CARBON_TRUST),
    constant("peers.saved", "savedPerPeerGb", halfOrTwice(0.58 + 0.067), MALMODIN),
    constant("peers.spent", "spentPerUploadedGb", halfOrTwice(0.044 + 0.1), MALMODIN),
    constant("water.grid", "waterPerKwh", halfOrTwice(3.14), WATER),
    constant("water.cooling", "waterPerDataCentreKwh", halfOrTwice(1.8), COOLING),
  ],
};

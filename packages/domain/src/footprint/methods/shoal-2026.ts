import type { FootprintMethod } from "@shoal/contract";
import { byDevice, byNetwork, constant, halfOrTwice, type Source } from "../constants.ts";
import { CARBON_TRUST, DEVICE_WATTS, SERVERS_WH_PER_HOUR } from "./carbon-trust-2021.ts";

/** What more traffic takes of equipment that is on anyway: W/Mbps, of which 1 is 1 / 0.45 Wh/GB. */
const MALMODIN: Source = {
  source:
    "J. Malmodin, The power consumption of mobile and fixed network data services, Electronics Goes Green 2020+, section 4.5 and figure 8",
  url: "https://online.electronicsgoesgreen.org/wp-content/uploads/2020/10/Proceedings_EGG2020_v2.pdf",
  known: "source",
};
const SERVERS_AT_5_MBPS: Source = {
  ...CARBON_TRUST,
  source: "The Carbon Trust's servers, 1.3 Wh/h, at 5 Mbit/s",
  known: "estimate",
};
const SENDING_DEVICE: Source = {
  source: "Shoal: what a device takes to send; not measured, therefore the wide range",
  url: "",
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
  id: "shoal-2026",
  version: 1,
  year: 2026,
  title: "Shoal 2026",
  publisher: "Shoal",
  url: CARBON_TRUST.url,
  constants: [
    constant("servers", "dataCentrePerHour", SERVERS_WH_PER_HOUR, CARBON_TRUST),
    // Line 6.5 and wireless router 25 Wh/GB; the high end: Sustainable Web Design v4.
    ...byNetwork("network", { fixed: [6.5, 31.5, 59], mobile: halfOrTwice(100) }, CARBON_TRUST),
    ...byDevice("device", DEVICE_WATTS, CARBON_TRUST),
    constant("peers.saved.servers", "savedPerPeerGb", halfOrTwice(0.58), SERVERS_AT_5_MBPS),
    constant("peers.saved.core", "savedPerPeerGb", halfOrTwice(0.067), MALMODIN),
    constant("peers.spent.access", "spentPerUploadedGb", [0.022, 0.044, 0.089], MALMODIN),
    constant("peers.spent.device", "spentPerUploadedGb", [0.03, 0.1, 0.3], SENDING_DEVICE),
    constant("water.grid", "waterPerKwh", halfOrTwice(3.14), WATER),
    constant("water.cooling", "waterPerDataCentreKwh", halfOrTwice(1.8), COOLING),
  ],
};

import { FOOTPRINT_METHODS, type FootprintMethod, type FootprintMethodId } from "@shoal/contract";
import {
  type ConstantSource,
  constantsByDevice,
  constantsByNetwork,
  createConstant,
  halfToTwice,
} from "./constants.ts";

/**
 * Servers and networks from table 3, devices from table 10. The values of table 3 were checked against the notebook that reproduces the
 * paper's results (github.com/davidmytton/paper-network-energy). The ranges are our own estimates, since the paper gives single values.
 */
const CARBON_TRUST_SOURCE: ConstantSource = {
  source: "Carbon Trust / DIMPACT, Carbon impact of video streaming (2021), conventional approach",
  url: "https://www.carbontrust.com/our-work-and-impact/guides-reports-and-tools/carbon-impact-of-video-streaming",
  known: "cited",
};

const SERVERS_WH_PER_HOUR = halfToTwice(1.3);
/** The laptop's lower bound was measured while browsing, doi 10.48550/arXiv.2510.12566. */
const DEVICE_WATTS = {
  phone: [0.5, 1, 2],
  tablet: [1.5, 3, 6],
  laptop: [9, 22, 44],
  desktop: [57.5, 115, 230],
  tv: [50, 100, 200],
} as const;

const CARBON_TRUST_2021: FootprintMethod = {
  id: "carbon-trust-2021",
  version: 1,
  year: 2021,

  title: "Carbon impact of video streaming",
  publisher: "Carbon Trust / DIMPACT",
  url: CARBON_TRUST_SOURCE.url,
  constants: [
    createConstant("servers", "dataCentrePerHour", SERVERS_WH_PER_HOUR, CARBON_TRUST_SOURCE),
    ...constantsByNetwork(
      "network",
      { fixed: halfToTwice(6.5), mobile: halfToTwice(100) },
      CARBON_TRUST_SOURCE,
    ),
    ...["fixed", "unknown"].map((network) =>
      createConstant(
        `router.${network}`,
        "networkPerGb",
        network === "fixed" ? halfToTwice(25) : [0, 25, 50],
        {
          ...CARBON_TRUST_SOURCE,
          network,
        },
      ),
    ),
    ...constantsByDevice("device", DEVICE_WATTS, CARBON_TRUST_SOURCE),
  ],
};

const SHIFT_SOURCE: ConstantSource = {
  source:
    "The Shift Project, Lean ICT (2019), 1byte model; constants as in @tgwf/co2 and in the Carbonalyser. Range: our own",
  url: "https://theshiftproject.org/en/article/lean-ict-our-new-report/",
  known: "cited",
};

/**
 * The method of The Shift Project, disputed since its results are much higher than those of other methods: it estimated network energy
 * from traffic data of 2015 and earlier.
 */
const SHIFT_2019: FootprintMethod = {
  id: "shift-2019",
  version: 1,
  year: 2019,
  title: "Lean ICT, 1byte model",
  publisher: "The Shift Project",
  url: SHIFT_SOURCE.url,
  constants: [
    createConstant("dataCentres", "dataCentrePerGb", halfToTwice(72), SHIFT_SOURCE),
    // Fixed networks: 152 Wh/GB with a wireless router, 429 Wh/GB in the wired case.
    ...constantsByNetwork("network", { fixed: [76, 152, 429], mobile: halfToTwice(884) }, SHIFT_SOURCE),
    // The source gives 0.00021 kWh per minute.
    createConstant("devices", "devicePerHour", halfToTwice(12.6), SHIFT_SOURCE),
  ],
};

const IEA_SOURCE: ConstantSource = {
  source:
    "G. Kamiya, IEA, The carbon footprint of streaming video: fact-checking the headlines (11 December 2020). Range: our own",
  url: "https://www.iea.org/commentaries/the-carbon-footprint-of-streaming-video-fact-checking-the-headlines",
  known: "cited",
};
/** An average hour over the devices, networks and qualities of 2019. */
const WH_PER_HOUR = 77;

/** The method of the IEA, which depends on hours only, regardless of the device. */
const IEA_2020: FootprintMethod = {
  id: "iea-2020",
  version: 1,
  year: 2020,
  title: "The carbon footprint of streaming video",

  publisher: "International Energy Agency",
  url: IEA_SOURCE.url,
  constants: [
    createConstant("dataCentres", "dataCentrePerHour", halfToTwice(WH_PER_HOUR * 0.05), IEA_SOURCE),
    createConstant("transmission", "networkPerHour", halfToTwice(WH_PER_HOUR * 0.23), IEA_SOURCE),
    // According to the commentary, a large television uses a hundred times as much as a phone.
    createConstant("devices", "devicePerHour", [1, WH_PER_HOUR * 0.72, 120], { ...IEA_SOURCE }),
  ],
};

const SWD_SOURCE: ConstantSource = {
  source: "Sustainable Web Design Model, version 4 (2024); constants as in @tgwf/co2. Range: our own",
  url: "https://sustainablewebdesign.org/estimating-digital-emissions/",
  known: "source",
};

/** The Sustainable Web Design model, which depends on bytes only and includes the manufacture of equipment. */
const SWD_4: FootprintMethod = {
  id: "swd-4",
  version: 1,
  year: 2024,
  title: "Sustainable Web Design Model v4",

  publisher: "Wholegrain Digital, Mightybytes, Footsprint, EcoPing, Green Web Foundation",
  url: SWD_SOURCE.url,
  constants: [
    createConstant("dataCentres", "dataCentrePerGb", halfToTwice(55), SWD_SOURCE),
    createConstant("networks", "networkPerGb", halfToTwice(59), SWD_SOURCE),
    createConstant("devices", "devicePerGb", halfToTwice(80), SWD_SOURCE),
    createConstant("embodied.dataCentres", "embodiedPerGb", halfToTwice(12), SWD_SOURCE),
    createConstant("embodied.networks", "embodiedPerGb", halfToTwice(13), SWD_SOURCE),
    createConstant("embodied.devices", "embodiedPerGb", halfToTwice(81), SWD_SOURCE),
  ],
};

/** The marginal power of equipment that is always on, in W/Mbps; 1 W/Mbps equals 1 / 0.45 Wh/GB. */
const MALMODIN_SOURCE: ConstantSource = {
  source:
    "J. Malmodin, The power consumption of mobile and fixed network data services, Electronics Goes Green 2020+, section 4.5 and figure 8",
  url: "https://online.electronicsgoesgreen.org/wp-content/uploads/2020/10/Proceedings_EGG2020_v2.pdf",
  known: "source",
};
const SERVERS_AT_5_MBPS: ConstantSource = {
  ...CARBON_TRUST_SOURCE,
  source: "The Carbon Trust's servers, 1.3 Wh/h, at 5 Mbit/s",
  known: "estimate",
};
const SENDING_DEVICE_SOURCE: ConstantSource = {
  source: "Shoal: what a device takes to send; not measured, therefore the wide range",
  url: "",
  known: "estimate",
};
const WATER_SOURCE: ConstantSource = {
  source: "WRI, Guidance for calculating water use embedded in purchased electricity (2020): mean of the US",
  url: "https://www.wri.org/research/guidance-calculating-water-use-embedded-purchased-electricity",
  known: "cited",
};
const COOLING_SOURCE: ConstantSource = {
  source: "LBNL / US DOE, United States data center energy usage report (2016): mean WUE",
  url: "https://eta.lbl.gov/publications/united-states-data-center-energy",
  known: "cited",
};

/** The default: the Carbon Trust's constants for streaming, plus the marginal effect of peer bytes, and water. */
const SHOAL_2026: FootprintMethod = {
  id: "shoal-2026",
  version: 1,
  year: 2026,
  title: "Shoal 2026",
  publisher: "Shoal",
  url: CARBON_TRUST_SOURCE.url,
  constants: [
    createConstant("servers", "dataCentrePerHour", SERVERS_WH_PER_HOUR, CARBON_TRUST_SOURCE),
    // 25 Wh/GB for the wireless router and 6.5 Wh/GB for the line; the upper bound is from Sustainable Web Design v4.
    ...constantsByNetwork(
      "network",
      { fixed: [6.5, 31.5, 59], mobile: halfToTwice(100) },
      CARBON_TRUST_SOURCE,
    ),
    ...constantsByDevice("device", DEVICE_WATTS, CARBON_TRUST_SOURCE),
    createConstant("peers.saved.servers", "savedPerPeerGb", halfToTwice(0.58), SERVERS_AT_5_MBPS),
    createConstant("peers.saved.core", "savedPerPeerGb", halfToTwice(0.067), MALMODIN_SOURCE),
    createConstant("peers.spent.access", "spentPerUploadedGb", [0.022, 0.044, 0.089], MALMODIN_SOURCE),
    createConstant("peers.spent.device", "spentPerUploadedGb", [0.03, 0.1, 0.3], SENDING_DEVICE_SOURCE),
    createConstant("water.grid", "waterPerKwh", halfToTwice(3.14), WATER_SOURCE),
    createConstant("water.cooling", "waterPerDataCentreKwh", halfToTwice(1.8), COOLING_SOURCE),
  ],
};

const METHOD_BY_ID: Record<FootprintMethodId, FootprintMethod> = {
  "shoal-2026": SHOAL_2026,
  "swd-4": SWD_4,
  "iea-2020": IEA_2020,
  "carbon-trust-2021": CARBON_TRUST_2021,
  "shift-2019": SHIFT_2019,
};

export const DEFAULT_FOOTPRINT_METHOD = "shoal-2026" satisfies FootprintMethodId;

/** Returns the current version of a method; reports keep the version they were made with. */
export const footprintMethod = (id: FootprintMethodId): FootprintMethod => METHOD_BY_ID[id];

/** Lists all methods, the default first. */
export const listFootprintMethods = (): FootprintMethod[] => FOOTPRINT_METHODS.map(footprintMethod);

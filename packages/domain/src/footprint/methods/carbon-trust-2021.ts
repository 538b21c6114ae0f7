import type { FootprintMethod } from "@shoal/contract";
import { byDevice, byNetwork, constant, halfOrTwice, type Source } from "../constants.ts";

/** Tables 3, 5 and 10 of the paper, as others cite them. Its ranges are ours: the paper gives single values. */
export const CARBON_TRUST: Source = {
  source: "Carbon Trust / DIMPACT, Carbon impact of video streaming (2021), conventional approach",
  url: "https://www.carbontrust.com/our-work-and-impact/guides-reports-and-tools/carbon-impact-of-video-streaming",
  known: "cited",
};

export const SERVERS_WH_PER_HOUR = halfOrTwice(1.3);
/** The lower end of a laptop: measured while browsing, doi 10.48550/arXiv.2510.12566. */
export const DEVICE_WATTS = {
  phone: [0.5, 1, 2],
  tablet: [1.5, 3, 6],
  laptop: [9, 22, 44],
  desktop: [57.5, 115, 230],
  tv: [50, 100, 200],
} as const;

export const CARBON_TRUST_2021: FootprintMethod = {
  ...{ id: "carbon-trust-2021", version: 1, year: 2021 },
  ...{
    title: "Carbon impact of video streaming",
    publisher: "Carbon Trust / DIMPACT",
    url: CARBON_TRUST.url,
  },
  constants: [
    constant("servers", "dataCentrePerHour", SERVERS_WH_PER_HOUR, CARBON_TRUST),
    ...byNetwork("network", { fixed: halfOrTwice(6.5), mobile: halfOrTwice(100) }, CARBON_TRUST),
    // The wireless router at home. Not confirmed: the wider range is our own.
    ...["fixed", "unknown"].map((network) =>
      constant(`router.${network}`, "networkPerGb", [network === "fixed" ? 6 : 0, 25, 75], {
        ...{ ...CARBON_TRUST, known: "estimate" },
        network,
      }),
    ),
    ...byDevice("device", DEVICE_WATTS, CARBON_TRUST),
  ],
};

import type { FootprintMethod } from "@shoal/contract";
import { byDevice, byNetwork, constant, halfOrTwice, type Source } from "../constants.ts";

/**
 * Servers and networks as in table 3, devices as in table 10. The values of table 3 were compared with the notebook that computes
 * the paper's results again (github.com/davidmytton/paper-network-energy). The ranges are ours: the paper gives single values.
 */
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
  id: "carbon-trust-2021",
  version: 1,
  year: 2021,

  title: "Carbon impact of video streaming",
  publisher: "Carbon Trust / DIMPACT",
  url: CARBON_TRUST.url,
  constants: [
    constant("servers", "dataCentrePerHour", SERVERS_WH_PER_HOUR, CARBON_TRUST),
    ...byNetwork("network", { fixed: halfOrTwice(6.5), mobile: halfOrTwice(100) }, CARBON_TRUST),
    ...["fixed", "unknown"].map((network) =>
      constant(`router.${network}`, "networkPerGb", network === "fixed" ? halfOrTwice(25) : [0, 25, 50], {
        ...CARBON_TRUST,
        network,
      }),
    ),
    ...byDevice("device", DEVICE_WATTS, CARBON_TRUST),
  ],
};

import type { FootprintConstant, FootprintReport, Language } from "@shoal/contract";

interface PdfTexts {
  title: string;
  period: (from: string, to: string, timeZone: string) => string;
  stand: (report: FootprintReport, madeAt: string, asOf: string) => string;
  method: string;
  version: (version: number) => string;
  results: string;
  resultsHint: string;
  result: string;
  low: string;
  central: string;
  high: string;
  parts: Record<"energy" | "dataCentre" | "network" | "devices" | "embodied" | "carbon" | "water", string>;
  peers: string;
  peersHint: string;
  peersNone: string;
  saved: string;
  spent: string;
  net: string;
  assumed: string;
  assumedHint: string;
  assumedOf: { country: string; device: string; network: string };
  consumption: string;
  hours: string;
  delivered: string;
  byPeers: string;
  uploaded: string;
  by: Record<"country" | "device" | "network", string>;
  others: (count: number) => string;
  values: Record<string, string>;
  unknown: string;
  constants: string;
  constant: string;
  unit: string;
  known: Record<FootprintConstant["known"], string>;
  grid: string;
  sources: string;
  page: (page: number, of: number) => string;
}

const EN: PdfTexts = {
  title: "Footprint report",
  period: (from, to, timeZone) => `${from} to ${to}, time zone ${timeZone}`,
  stand: ({ revision, reason }, madeAt, asOf) =>
    revision === null
      ? `So far, as of ${asOf}. The month goes on.`
      : `Revision ${revision}, made on ${madeAt}${reason === "corrected" ? ", since later reports of viewers changed its sums" : ""}.`,
  method: "Method",
  version: (version) => `version ${version}`,
  results: "Results",
  resultsHint: "These are estimates. The true values lie most probably between low and high.",
  result: "",
  low: "Low",
  central: "Central",
  high: "High",
  parts: {
    energy: "Energy (kWh)",
    dataCentre: "of which data centres",
    network: "of which networks",

    devices: "of which devices",
    embodied: "of which making of machines",

    carbon: "Carbon (kg CO₂e)",
    water: "Water (L)",
  },
  peers: "Delivery by peers",
  peersHint: "Compared with delivery by servers alone. Below zero, peers used more than they saved.",
  peersNone: "This method does not cover delivery by peers.",
  saved: "Saved by what peers delivered (Wh)",
  spent: "Spent for what peers uploaded (Wh)",
  net: "Net (Wh)",
  assumed: "Measured and assumed",
  assumedHint:
    "Hours, data, countries, devices and networks are measured. Where viewers did not tell, we assume:",
  assumedOf: {
    country: "of the hours are of unknown countries: the world’s mean grid is taken",
    device: "of the hours are of unknown devices: a laptop is taken, within the range of all devices",
    network: "of the hours are of unknown networks: a fixed line is taken, within the range of all networks",
  },
  consumption: "Consumption",
  hours: "Hours",
  delivered: "Delivered (GB)",
  byPeers: "By peers (GB)",
  uploaded: "Uploaded (GB)",
  by: { country: "By country", device: "By device", network: "By network" },
  others: (count) => `${count} more`,
  values: {
    phone: "Phone",
    tablet: "Tablet",
    laptop: "Laptop",
    desktop: "Desktop computer",
    tv: "Television",

    fixed: "Fixed line",
    mobile: "Mobile network",
  },
  unknown: "Unknown",
  constants: "Constants of the method",
  constant: "Constant",
  unit: "Unit",
  known: { source: "read at the source", cited: "as cited by others", estimate: "our estimate" },
  grid: "Carbon of electricity (g CO₂e/kWh)",
  sources: "Sources",
  page: (page, of) => `Page ${page} of ${of}`,
};

const FR: PdfTexts = {
  title: "Rapport d’empreinte",
  period: (from, to, timeZone) => `du ${from} au ${to}, fuseau horaire ${timeZone}`,
  stand: ({ revision, reason }, madeAt, asOf) =>
    revision === null
      ? `À ce jour, état du ${asOf}. Le mois n’est pas terminé.`
      : `Révision ${revision}, établie le ${madeAt}${reason === "corrected" ? ", des données arrivées plus tard ayant changé ses sommes" : ""}.`,
  method: "Méthode",
  version: (version) => `version ${version}`,
  results: "Résultats",
  resultsHint:
    "Ce sont des estimations. Les vraies valeurs se situent très probablement entre basse et haute.",
  result: "",
  low: "Basse",
  central: "Centrale",
  high: "Haute",
  parts: {
    energy: "Énergie (kWh)",
    dataCentre: "dont centres de données",
    network: "dont réseaux",

    devices: "dont appareils",
    embodied: "dont fabrication",

    carbon: "Carbone (kg CO₂e)",
    water: "Eau (L)",
  },
  peers: "Diffusion par les pairs",
  peersHint:
    "Par rapport à une diffusion par les seuls serveurs. Sous zéro, les pairs ont coûté plus qu’ils n’ont économisé.",
  peersNone: "Cette méthode ne dit rien de la diffusion par les pairs.",
  saved: "Économisé par ce que les pairs ont livré (Wh)",
  spent: "Dépensé pour ce que les pairs ont envoyé (Wh)",
  net: "Solde (Wh)",
  assumed: "Mesuré et supposé",
  assumedHint:
    "Heures, données, pays, appareils et réseaux sont mesurés. Là où les spectateurs n’ont rien indiqué, nous supposons :",
  assumedOf: {
    country: "des heures viennent de pays inconnus : la moyenne mondiale de l’électricité est prise",
    device: "des heures viennent d’appareils inconnus : un portable est pris, dans la fourchette de tous",
    network: "des heures viennent de réseaux inconnus : une ligne fixe est prise, dans la fourchette de tous",
  },
  consumption: "Consommation",
  hours: "Heures",
  delivered: "Livré (Go)",
  byPeers: "Par les pairs (Go)",
  uploaded: "Envoyé (Go)",
  by: { country: "Par pays", device: "Par appareil", network: "Par réseau" },
  others: (count) => `${count} de plus`,
  values: {
    phone: "Téléphone",
    tablet: "Tablette",
    laptop: "Ordinateur portable",
    desktop: "Ordinateur de bureau",

    tv: "Téléviseur",
    fixed: "Ligne fixe",
    mobile: "Réseau mobile",
  },
  unknown: "Inconnu",
  constants: "Constantes de la méthode",
  constant: "Constante",
  unit: "Unité",
  known: { source: "lu à la source", cited: "cité par d’autres", estimate: "notre estimation" },
  grid: "Carbone de l’électricité (g CO₂e/kWh)",
  sources: "Sources",
  page: (page, of) => `Page ${page} sur ${of}`,
};

export const pdfTexts = (language: Language): PdfTexts => (language === "FR" ? FR : EN);

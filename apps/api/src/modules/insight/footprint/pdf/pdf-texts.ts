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

const EN_TEXTS: PdfTexts = {
  title: "Footprint report",
  period: (from, to, timeZone) => `${from} to ${to}, time zone ${timeZone}`,
  stand: ({ revision, reason }, madeAt, asOf) =>
    revision === null
      ? `Provisional, as of ${asOf}: the month is not over.`
      : `Revision ${revision} of ${madeAt}${reason === "corrected" ? ", including late data" : ""}.`,
  method: "Method",
  version: (version) => `version ${version}`,
  results: "Results",
  resultsHint: "These are estimates. The true values are most likely between the low and high estimates.",
  result: "",
  low: "Low",
  central: "Central",
  high: "High",
  parts: {
    energy: "Energy (kWh)",
    dataCentre: "of which data centres",
    network: "of which networks",

    devices: "of which devices",
    embodied: "of which manufacturing",

    carbon: "Carbon (kg CO₂e)",
    water: "Water (L)",
  },
  peers: "Peer-to-peer delivery",
  peersHint:
    "Compared with delivery from servers only. A negative value means that peers used more than they saved.",
  peersNone: "This method does not cover peer-to-peer delivery.",
  saved: "Saved by delivery between peers (Wh)",
  spent: "Used by peer uploads (Wh)",
  net: "Net (Wh)",
  assumed: "Measurements and assumptions",
  assumedHint:
    "Hours, data, countries, devices and networks are measured. Where they are unknown, we make these assumptions:",
  assumedOf: {
    country: "of the hours are from unknown countries: we use the world average for electricity",
    device: "of the hours are from unknown devices: we use a laptop, within the range of all devices",
    network: "of the hours are from unknown networks: we use a fixed line, within the range of all networks",
  },
  consumption: "Consumption",
  hours: "Hours",
  delivered: "Delivered (GB)",
  byPeers: "From peers (GB)",
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
  known: { source: "from the source", cited: "cited by others", estimate: "our estimate" },
  grid: "Carbon intensity of electricity (g CO₂e/kWh)",
  sources: "Sources",
  page: (page, of) => `Page ${page} of ${of}`,
};

const FR_TEXTS: PdfTexts = {
  title: "Rapport d’empreinte",
  period: (from, to, timeZone) => `du ${from} au ${to}, fuseau horaire ${timeZone}`,
  stand: ({ revision, reason }, madeAt, asOf) =>
    revision === null
      ? `Provisoire, au ${asOf} : le mois n’est pas terminé.`
      : `Révision ${revision} du ${madeAt}${reason === "corrected" ? ", avec des données tardives" : ""}.`,
  method: "Méthode",
  version: (version) => `version ${version}`,
  results: "Résultats",
  resultsHint:
    "Ce sont des estimations. Les valeurs réelles se situent très probablement entre les estimations basse et haute.",
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
  peers: "Diffusion pair-à-pair",
  peersHint:
    "Par rapport à une diffusion par les seuls serveurs. Une valeur négative signifie que les pairs ont consommé plus qu’ils n’ont économisé.",
  peersNone: "Cette méthode ne couvre pas la diffusion pair-à-pair.",
  saved: "Économisé par la diffusion entre pairs (Wh)",
  spent: "Consommé par les envois des pairs (Wh)",
  net: "Solde (Wh)",
  assumed: "Mesures et hypothèses",
  assumedHint:
    "Les heures, les données, les pays, les appareils et les réseaux sont mesurés. Quand ils sont inconnus, nous retenons ces hypothèses :",
  assumedOf: {
    country: "des heures viennent de pays inconnus : nous utilisons la moyenne mondiale de l’électricité",
    device:
      "des heures viennent d’appareils inconnus : nous utilisons un ordinateur portable, dans la fourchette de tous les appareils",
    network:
      "des heures viennent de réseaux inconnus : nous utilisons une ligne fixe, dans la fourchette de tous les réseaux",
  },
  consumption: "Consommation",
  hours: "Heures",
  delivered: "Diffusé (Go)",
  byPeers: "Depuis les pairs (Go)",
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
  grid: "Intensité carbone de l’électricité (g CO₂e/kWh)",
  sources: "Sources",
  page: (page, of) => `Page ${page} sur ${of}`,
};

export const pdfTexts = (language: Language): PdfTexts => (language === "FR" ? FR_TEXTS : EN_TEXTS);

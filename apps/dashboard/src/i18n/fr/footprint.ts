import type { TextsOf } from "../texts.ts";

export const texts = {
  footprint: {
    title: "Empreinte",
    titleOf: "Empreinte de {{month}}",
    intro:
      "L’énergie, le carbone et l’eau consommés par le visionnage, mois par mois. Le rapport d’un mois est créé quelques heures après la fin du mois. Les rapports ne changent jamais\u00a0; des données tardives créent une révision.",
    back: "Tous les mois",
    months: "Mois",
    soFar: "À ce jour",
    awaited: "Le mois est terminé\u00a0; son rapport sera prêt dans quelques heures",
    month: "Mois",
    methodColumn: "Méthode",
    revision: "Révision {{number}}",
    energy: "Énergie",
    carbon: "Carbone",
    water: "Eau",
    noReports:
      "Aucun rapport pour l’instant. Le mois en cours est affiché à ce jour\u00a0; son rapport sera créé à la fin du mois.",
    empty: {
      title: "Aucun visionnage ce mois-ci",
      text: "Il n’y a pas d’empreinte à calculer. Choisissez un autre mois.",
    },
    missing: {
      title: "Aucun rapport pour ce mois",
      text: "Il n’y a eu aucun visionnage, ou cette URL ne correspond à aucun mois doté d’un rapport.",
    },
    method: {
      label: "Méthode",
      panel: "Mode de calcul",
      hint: "La méthode s’applique à {{month}} et aux mois suivants. Les rapports existants ne changent pas.",
      changed: "Méthode modifiée",
      explain: "Mode de calcul",
      beside: "Ce mois avec une autre méthode",
      besideHint: "Ce rapport s’ajoute aux rapports existants, à partir des mêmes données.",
      make: "Créer le rapport",
      made: "Rapport créé",
    },
    which: "Rapport",
    stand: {
      running: "À ce jour, état au {{asOf}}. Le rapport sera créé à la fin du mois.",
      closed: "Révision {{number}}, créée le {{madeAt}}.",
      corrected: "Révision {{number}}, créée le {{madeAt}} pour inclure des données tardives.",
      asked: "Révision {{number}}, demandée le {{madeAt}}.",
    },
    period: "Du {{from}} au {{to}}, fuseau horaire {{zone}}.",
    pdf: "PDF",
    csv: "CSV",
    pdfHint: "Enregistrer le rapport en PDF",
    csvHint: "Enregistrer toutes les données en CSV",
    failed: "Le fichier n’a pas pu être créé.",
    range: "{{low}} à {{high}}",
    results: "Résultat",
    estimate:
      "Estimations\u00a0: le trait indique la valeur centrale, et la barre la fourchette de la valeur basse à la valeur haute.",
    parts: "Où l’énergie est utilisée",
    part: {
      dataCentreKwh: "Centres de données",
      networkKwh: "Réseaux",
      devicesKwh: "Appareils des spectateurs",
      embodiedKwh: "Fabrication des équipements",
    },
    peers: {
      title: "Diffusion pair-à-pair",
      hint: "Par rapport à une diffusion par les serveurs uniquement. Une valeur négative signifie que les pairs ont consommé plus d’énergie qu’ils n’en ont économisé.",
      peersSavedWh: "Économisé par la diffusion entre pairs",
      peersSpentWh: "Consommé par les envois des pairs",
      peersNetWh: "Solde",
      silent: "Cette méthode ne couvre pas la diffusion pair-à-pair.",
    },
    noWater: "Non couvert par cette méthode",
    assumed: {
      title: "Mesures et hypothèses",
      hint: "Les heures, données, pays, appareils et réseaux sont mesurés. Quand une donnée manque, nous faisons ces hypothèses\u00a0:",
      countryPercent:
        "du temps de visionnage\u00a0: pays inconnu. Nous supposons le mix électrique mondial moyen.",
      devicePercent:
        "du temps de visionnage\u00a0: appareil inconnu. Nous supposons un ordinateur portable, dans la fourchette de tous les appareils.",
      networkPercent:
        "du temps de visionnage\u00a0: réseau inconnu. Nous supposons une ligne fixe, dans la fourchette de tous les réseaux.",
    },
    by: { country: "Par pays", device: "Par appareil", network: "Par réseau" },
    of: { country: "Pays", device: "Appareil", network: "Réseau" },
    columns: { hours: "Visionnage", delivered: "Diffusé", byPeers: "Par les pairs", uploaded: "Envoyé" },
    total: "Total",
    values: {
      phone: "Téléphone",
      tablet: "Tablette",
      laptop: "Ordinateur portable",
      desktop: "Ordinateur de bureau",
      tv: "Téléviseur",
      fixed: "Ligne fixe",
      mobile: "Réseau mobile",
      unknown: "Inconnu",
    },
    methods: {
      title: "Méthodes",
      choose: "Méthode affichée",
      about: "À propos",
      published: "{{publisher}}, {{year}}. Utilise la version {{version}} de ses constantes.",
      source: "Lire la source",
      constants: "Constantes et sources",
      constantsHint:
        "Chaque constante est multipliée par la consommation mesurée. Les valeurs basse et haute indiquent l’incertitude de la valeur centrale\u00a0; si la source ne donne pas de fourchette, nous prenons la moitié et le double.",
      constant: "Constante",
      unit: "Unité",
      low: "Basse",
      central: "Centrale",
      high: "Haute",
      sourceColumn: "Source",
      known: { source: "lu dans la source", cited: "cité par d’autres", estimate: "notre estimation" },
      grid: "Le carbone est l’énergie multipliée par l’intensité carbone moyenne de l’électricité de chaque pays, publiée chaque année par Ember, pour l’année la plus récente des données de la Green Web Foundation.",
      text: {
        "shoal-2026":
          "La méthode par défaut. Elle compte les serveurs et les appareils à l’heure, les réseaux au gigaoctet, avec les constantes du Carbon Trust. Les pairs sont comptés à la marge\u00a0: l’effet d’un gigaoctet de plus ou de moins sur les cœurs de réseau et les accès. Elle estime aussi l’eau. Elle ne compte pas la fabrication.",
        "swd-4":
          "Compte uniquement les gigaoctets diffusés, pour les centres de données, les réseaux et les appareils, fabrication comprise. Conçue pour les sites web, elle tend à surestimer les longues vidéos sur de petits appareils. Elle ne couvre ni les pairs ni l’eau.",
        "iea-2020":
          "Compte uniquement les heures\u00a0: 77 Wh pour une heure moyenne de 2019, dont 72\u00a0% pour les appareils, 23\u00a0% pour la transmission et 5\u00a0% pour les centres de données. Elle ne distingue pas les appareils et ne couvre ni les pairs ni l’eau.",
        "carbon-trust-2021":
          "L’approche conventionnelle du livre blanc du Carbon Trust et de DIMPACT\u00a0: serveurs et appareils à l’heure, réseaux et routeur du foyer au gigaoctet. Elle ne couvre ni les pairs, ni l’eau, ni la fabrication.",
        "shift-2019":
          "Le modèle 1byte de The Shift Project\u00a0: centres de données et réseaux à l’octet, appareils à la minute. Ses valeurs pour les réseaux sont bien plus élevées que celles d’études ultérieures. Il ne couvre ni les pairs ni l’eau.",
      },
    },
  },
} satisfies TextsOf<"footprint">;

import type { TextsOf } from "../texts.ts";

export const texts = {
  footprint: {
    title: "Empreinte",
    titleOf: "Empreinte de {{month}}",
    intro:
      "L'énergie, le carbone et l'eau qu'a coûtés le visionnage de vos vidéos, mois par mois. Chaque mois reçoit son rapport quelques heures après sa fin\u00a0; un rapport ne change jamais. Ce que les spectateurs indiquent plus tard donne une révision à côté.",
    back: "Tous les mois",
    months: "Mois",
    soFar: "À ce jour",
    awaited: "Terminé\u00a0; son rapport arrive dans quelques heures",
    month: "Mois",
    methodColumn: "Méthode",
    revision: "Révision {{number}}",
    energy: "Énergie",
    carbon: "Carbone",
    water: "Eau",
    noReports:
      "Aucun mois n'est encore terminé. Celui en cours est montré tel qu'il est à ce jour, et reçoit son rapport une fois terminé.",
    empty: {
      title: "Personne n'a regardé pendant ce mois",
      text: "Il n'y a rien à calculer. Choisissez un autre mois.",
    },
    missing: {
      title: "Il n'y a pas de rapport pour ce mois",
      text: "Personne n'a regardé alors, ou l'adresse n'est pas celle d'un mois qui a un rapport.",
    },
    method: {
      label: "Méthode",
      panel: "Comment c'est calculé",
      hint: "La méthode vaut pour {{month}} et les mois à venir. Les rapports existants restent tels quels.",
      changed: "La méthode est changée.",
      explain: "Comment c'est calculé",
      beside: "Ce mois par une autre méthode",
      besideHint: "Il est établi à côté des rapports existants, à partir des mêmes sommes.",
      make: "Établir le rapport",
      made: "Le rapport est établi.",
    },
    which: "Rapport",
    stand: {
      running: "À ce jour, état du {{asOf}}. Le mois continue, et rien n'en est encore gardé.",
      closed: "Révision {{number}}, établie le {{madeAt}}.",
      corrected:
        "Révision {{number}}, établie le {{madeAt}}, des données arrivées plus tard ayant changé ses sommes.",
      asked: "Révision {{number}}, établie le {{madeAt}} sur demande.",
    },
    period: "Du {{from}} au {{to}}, fuseau horaire {{zone}}.",
    pdf: "PDF",
    csv: "CSV",
    pdfHint: "Enregistrer le rapport en PDF",
    csvHint: "Enregistrer tous les chiffres en CSV",
    failed: "Le fichier n'a pas pu être établi.",
    range: "{{low}} à {{high}}",
    results: "Résultat",
    estimate:
      "Estimations\u00a0: le trait est la valeur centrale, la barre va de la valeur basse à la valeur haute.",
    parts: "Où l'énergie est utilisée",
    part: {
      dataCentreKwh: "Centres de données",
      networkKwh: "Réseaux",
      devicesKwh: "Appareils des spectateurs",
      embodiedKwh: "Fabrication des machines",
    },
    peers: {
      title: "Diffusion par les pairs",
      hint: "Par rapport à une diffusion par les seuls serveurs. Sous zéro, les pairs ont coûté plus qu'ils n'ont économisé.",
      peersSavedWh: "Économisé par ce que les pairs ont livré",
      peersSpentWh: "Dépensé pour ce que les pairs ont envoyé",
      peersNetWh: "Solde",
      silent: "Cette méthode ne dit rien de la diffusion par les pairs.",
    },
    noWater: "Non indiqué par cette méthode",
    assumed: {
      title: "Mesuré et supposé",
      hint: "Heures, données, pays, appareils et réseaux sont mesurés. Là où les spectateurs ne les indiquent pas, ceci est supposé\u00a0:",
      countryPercent: "des heures\u00a0: pays inconnu. La moyenne mondiale de l'électricité est prise.",
      devicePercent:
        "des heures\u00a0: appareil inconnu. Un ordinateur portable est pris, dans la fourchette de tous les appareils.",
      networkPercent:
        "des heures\u00a0: réseau inconnu. Une ligne fixe est prise, dans la fourchette de tous les réseaux.",
    },
    by: { country: "Par pays", device: "Par appareil", network: "Par réseau" },
    of: { country: "Pays", device: "Appareil", network: "Réseau" },
    columns: { hours: "Heures", delivered: "Livré", byPeers: "Par les pairs", uploaded: "Envoyé" },
    total: "En tout",
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
      choose: "Méthode expliquée",
      about: "À propos",
      published: "{{publisher}}, {{year}}. Version {{version}} de ses constantes ici.",
      source: "Lire la source",
      constants: "Constantes et sources",
      constantsHint:
        "Chacune est multipliée par ce qui a été consommé. Basse et haute disent à quel point la valeur centrale est sûre\u00a0; là où la source ne donne pas de fourchette, nous prenons la moitié et le double.",
      constant: "Constante",
      unit: "Unité",
      low: "Basse",
      central: "Centrale",
      high: "Haute",
      sourceColumn: "Source",
      known: { source: "lu à la source", cited: "cité par d'autres", estimate: "notre estimation" },
      grid: "Le carbone est l'énergie multipliée par l'intensité moyenne de l'électricité de chaque pays, telle qu'Ember la publie année par année, de l'année la plus récente des données de la Green Web Foundation.",
      text: {
        "shoal-2026":
          "La méthode par défaut. Serveurs et appareils à l'heure, réseaux au gigaoctet, avec les constantes du Carbon Trust. Les pairs sont comptés à la marge\u00a0: ce qu'un gigaoctet de plus ou de moins change dans les cœurs de réseau et les accès. Elle estime aussi l'eau. Elle ne compte pas la fabrication des machines.",
        "swd-4":
          "Par les seuls gigaoctets livrés, pour les centres de données, les réseaux et les appareils, avec la fabrication des machines. Conçue pour les sites web\u00a0; pour de longues vidéos sur de petits appareils, elle dit plutôt trop. Elle ne dit rien des pairs ni de l'eau.",
        "iea-2020":
          "Par les seules heures\u00a0: 77\u00a0Wh pour une heure moyenne de 2019, dont 72\u00a0% pour les appareils, 23\u00a0% pour la transmission et 5\u00a0% pour les centres de données. Elle ne distingue pas les appareils, et ne dit rien des pairs ni de l'eau.",
        "carbon-trust-2021":
          "L'approche conventionnelle du livre blanc du Carbon Trust et de DIMPACT\u00a0: serveurs et appareils à l'heure, réseaux et routeur du foyer au gigaoctet. Elle ne dit rien des pairs, de l'eau ni de la fabrication des machines.",
        "shift-2019":
          "Le modèle 1byte de The Shift Project\u00a0: centres de données et réseaux à l'octet, appareils à la minute. Ses valeurs pour les réseaux sont bien plus hautes que celles d'études ultérieures. Elle ne dit rien des pairs ni de l'eau.",
      },
    },
  },
} satisfies TextsOf<"footprint">;

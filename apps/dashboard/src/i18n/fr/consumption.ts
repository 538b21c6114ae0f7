import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"consumption"> = {
  consumption: {
    title: "Consommation",
    count_one: "{{count, number}} client",
    count_other: "{{count, number}} clients",
    search: "Rechercher des clients",
    month: "Mois",
    overOnly: "Au-delà de l’offre gratuite",
    save: "Exporter en CSV",
    empty: "Aucun client pour le moment",
    client: "Client",
    freeTier: "Offre gratuite uniquement",
    watchedSec: "Visionnage",
    views: "Vues",
    serverBytes: "Des serveurs",
    peerBytes: "Des pairs",
    cdnBytes: "Entrées CDN",
    storedByteDays: "Stocké (Go·jours)",
    deliveredBytes: "Diffusé",
    unmatchedPeerBytes: "Trafic entre pairs non confirmé (non facturé)",
    unverifiedBytes: "Trafic du plugin non vérifié (non facturé)",
    forecastBytes: "Prévision, fin du mois",
    ofFreeTier: "{{percent}} de l’offre gratuite",
    willEnd: "L’offre gratuite sera épuisée\u00a0: ce client ne pourra plus créer de vidéos.",
    complete: "Le mois est terminé\u00a0: ces valeurs sont définitives.",
    soFar: "État au {{at}}. La prévision se fonde sur les mêmes jours des quatre semaines précédentes.",
    about:
      "Diffusé\u00a0: données reçues par les spectateurs, des serveurs et des pairs\u00a0; {{tier}} par mois sont gratuits. Les entrées CDN font partie des données des serveurs. Les mois sont en UTC.",
  },
};

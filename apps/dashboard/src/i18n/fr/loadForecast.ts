import type { TextsOf } from "../texts.ts";

export const texts = {
  loadForecast: {
    title: "Prévision de charge",
    intro:
      "Avant un fort afflux, estimez les données que les spectateurs d’un direct échangeront, et celles que vos serveurs ou votre CDN devront envoyer. Les spectateurs simulés utilisent le même moteur que les vrais.",
    of: "Pour le direct",
    event: "L’événement",
    fields: {
      viewers: "Spectateurs simultanés",
      arrivalSec: "Arrivée",
      bitrateKbps: "Débit (kbps)",
      latencySec: "Latence (s)",
      cellularPercent: "Sur réseaux mobiles (%)",
    },
    hints: {
      viewers: "Le pic attendu.",
      bitrateKbps: "Le débit de la qualité que la plupart des spectateurs regarderont.",
      latencySec: "Une latence plus élevée permet plus d’échanges.",
      cellularPercent:
        "Ces spectateurs reçoivent des données des autres mais n’en envoient pas, sauf si vos règles le permettent.",
    },
    arrivals: {
      "20": "Tous à la fois (20 secondes)",
      "120": "En 2 minutes",
      "600": "En 10 minutes",
    },
    thousands: " ",
    fault: "Saisissez un nombre entier de {{min}} à {{max}}.",
    rules:
      "Vos règles\u00a0: {{share}}\u00a0% des spectateurs participent, chacun avec au plus {{upload}}\u00a0% de son débit montant.",
    noPeers: "Vos règles n’autorisent pas les échanges\u00a0: les serveurs diffusent tout.",
    tooNear:
      "Ce direct utilise la latence la plus faible, avec laquelle les spectateurs échangent peu\u00a0: 1 à 25\u00a0% dans nos mesures. Pour atteindre le résultat ci-dessous, réglez une latence plus élevée.",
    start: "Lancer la prévision",
    cancel: "Annuler",
    result: "À quoi s’attendre",
    running: "Simulation des spectateurs…",
    none: "Pas encore de prévision",
    noneHint:
      "Décrivez l’audience, puis lancez la prévision. Elle prend quelques secondes, dans votre navigateur.",
    failed: "La prévision a été interrompue. Relancez-la.",
    between: "{{least}} à {{most}}",
    offload: "des données viennent d’autres spectateurs",
    peak: "Pic des serveurs",
    peakAlone: "Pic sans pairs",
    mean: "Moyenne des serveurs avec tous les spectateurs",
    meanAlone: "Sans pairs",
    startup: "Première image",
    stalls: "Temps de mise en mémoire tampon",
    how: "Résultats de trois simulations de {{simulated}} spectateurs, rapportés aux {{viewers}} de l’événement, sur des connexions fixes et mobiles typiques où une paire de spectateurs sur cinq ne peut pas se connecter. Les résultats le plus bas et le plus élevé sont affichés.",
    chart:
      "Trafic des serveurs, seconde par seconde\u00a0: au plus {{alone}} sans pairs, {{peers}} avec pairs.",
    alone: "Sans pairs",
    withPeers: "Avec pairs",
    time_one: "{{count}} seconde",
    time_other: "{{count}} secondes",
  },
} satisfies TextsOf<"loadForecast">;

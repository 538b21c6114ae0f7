import type { TextsOf } from "../texts.ts";

export const texts = {
  rehearsal: {
    title: "Répétition d'un événement",
    intro:
      "Avant l'affluence\u00a0: ce que les spectateurs d'un direct prendront les uns aux autres, et ce que vos serveurs ou votre CDN devront envoyer. Les spectateurs simulés utilisent le même moteur que les vrais.",
    of: "Pour le direct",
    event: "L'événement",
    fields: {
      viewers: "Spectateurs en même temps",
      arrivalSec: "Ils arrivent",
      bitrateKbps: "Débit (kbps)",
      latencySec: "Leur retard (s)",
      cellularPercent: "Sur réseaux mobiles (%)",
    },
    hints: {
      viewers: "Autant que vous en attendez au plus fort.",
      bitrateKbps: "De la qualité que la plupart regarderont.",
      latencySec: "Plus il est grand, plus ils peuvent se servir entre eux.",
      cellularPercent: "Ils prennent aux autres et ne donnent rien, sauf si vos règles le permettent.",
    },
    arrivals: {
      "20": "Tous à la fois, en 20 secondes",
      "120": "En 2 minutes",
      "600": "En 10 minutes",
    },
    thousands: " ",
    fault: "Saisissez un nombre entier de {{min}} à {{max}}.",
    rules:
      "Vos règles\u00a0: {{share}}\u00a0% des spectateurs participent, chacun donne au plus {{upload}}\u00a0% de ce que sa ligne peut envoyer.",
    noPeers: "Vos règles empêchent les échanges entre spectateurs\u00a0: tout vient des serveurs.",
    tooNear:
      "Ce direct est réglé au plus près, où les pairs donnent peu\u00a0: 1 à 25\u00a0% ont été mesurés. Pour atteindre ce qui est répété ici, réglez le retard de ses spectateurs.",
    start: "Répéter",
    cancel: "Annuler",
    result: "À quoi s'attendre",
    running: "Des spectateurs sont simulés…",
    none: "Pas encore de répétition",
    noneHint: "Dites qui viendra, puis lancez-la. Elle prend quelques secondes, dans votre seul navigateur.",
    failed: "La répétition s'est interrompue. Veuillez la relancer.",
    between: "{{least}} à {{most}}",
    offload: "de ce que les spectateurs regardent vient d'autres spectateurs",
    peak: "Les serveurs envoient au plus",
    peakAlone: "Sans pairs, au plus",
    mean: "Quand tous regardent",
    meanAlone: "Sans pairs",
    startup: "Jusqu'à la première image",
    stalls: "Temps d'attente",
    how: "{{simulated}} spectateurs simulés trois fois pour les {{viewers}} de l'événement, sur des lignes comme en ont les foyers et les téléphones, où une paire sur cinq ne peut pas se connecter. Le moins et le plus sont indiqués.",
    chart:
      "Ce que les serveurs envoient seconde après seconde\u00a0: au plus {{alone}} sans pairs, {{peers}} avec pairs.",
    alone: "Sans pairs",
    withPeers: "Avec pairs",
    time_one: "{{count}} seconde",
    time_other: "{{count}} secondes",
  },
} satisfies TextsOf<"rehearsal">;

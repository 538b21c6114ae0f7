import type { texts as en } from "../en/proof.ts";

export const texts: typeof en = {
  proof: {
    title: "Mode preuve",
    intro:
      "Une petite part de vos spectateurs lit sans pairs, tous leurs segments viennent des serveurs. Les deux groupes sont présentés côte à côte, avec la certitude de chaque chiffre. Les spectateurs du petit groupe n'en voient rien, mais attendent peut-être plus longtemps. Les directs sans délai en sont exclus.",
    back: "Retour aux statistiques",
    month: "Mois",
    saveFailed: "Le fichier n'a pas pu être enregistré.",
    state: {
      off: "Le mode preuve est désactivé : tous les spectateurs échangent avec des pairs.",
      gathering:
        "Collecte depuis le {{at}} : {{sessions}} sessions sur {{needed}} dans le plus petit groupe.",
      running: "En cours depuis le {{at}} : {{sessions}} sessions dans le plus petit groupe.",
      stopped: "Le mode preuve s'est arrêté le {{at}}",
    },
    stop: {
      rebuffering:
        "Les spectateurs sans pairs ont attendu au moins {{value}} s/h de plus que les autres, sûr à 95 %. Tous échangent de nouveau avec des pairs. Activez-le ci-dessous pour recommencer.",
      traffic:
        "Les spectateurs sans pairs ont pris {{value}} Go aux serveurs ce mois-ci, plus que la limite. Tous échangent de nouveau avec des pairs. Activez-le ci-dessous pour recommencer.",
    },
    none: {
      title: "Aucune session du mode preuve ce mois-ci",
      text: "Une fois activé, les sessions des deux groupes sont comptées en une minute environ.",
    },
    figures: "Avec et sans pairs",
    figuresHint:
      "Les points sont ce qui a été mesuré ; les lignes sont des intervalles à 95 %, en tirant mille fois les spectateurs au sort. Une différence est avec pairs moins sans pairs.",
    figure: "Chiffre",
    with: "Avec pairs",
    without: "Sans pairs",
    difference: "Différence",
    range: "95 % : {{low}} à {{high}}",
    sizes: {
      sessions: "Sessions",
      viewers: "Spectateurs",
      hours: "Heures regardées",
      median: "Démarrage, médiane",
    },
    metrics: {
      rebuffering: "Mise en mémoire tampon",
      offload: "Délestage",
      startup: "Démarrage, moyenne",
      bitrate: "Débit",
    },
    verdict: {
      tooFew: "{{metric}} : pas encore assez de données pour conclure.",
      noDifference: "{{metric}} : aucune différence n'est visible.",
      lower: "{{metric}} : les pairs réduisent la valeur de {{by}} (95 % : {{low}} à {{high}}).",
      higher: "{{metric}} : les pairs augmentent la valeur de {{by}} (95 % : {{low}} à {{high}}).",
    },
    settings: {
      title: "Réglages",
      text: "Il s'arrête de lui-même quand, après 200 sessions dans chaque groupe, les spectateurs sans pairs attendent à coup sûr plus de 5 s/h de plus, ou quand ils prennent aux serveurs plus que la limite.",
      agreed: "Nous acceptons qu'une part de nos spectateurs lise sans pairs",
      agreedBy: "Accepté par {{by}} le {{at}}.",
      isOn: "Le mode preuve est activé",
      share: "Part des spectateurs sans pairs",
      shareHint: "{{min}} à {{max}} %. Une autre part commence une nouvelle série.",
      limit: "Trafic des serveurs pour les spectateurs sans pairs, au plus, par mois",
      limitHint: "Vide pour aucune limite.",
      gb: "Go",
      save: "Enregistrer",
      saved: "Le mode preuve est enregistré.",
      failed: "Les réglages n'ont pas pu être enregistrés",

      yes: "Oui",
      no: "Non",
    },
  },
};

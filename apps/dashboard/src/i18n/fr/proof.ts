import type { texts as en } from "../en/proof.ts";

export const texts: typeof en = {
  proof: {
    title: "Mode preuve",
    intro:
      "Un petit groupe témoin de spectateurs regarde sans pairs\u00a0: tous ses segments viennent des serveurs. Le mode preuve compare les deux groupes, avec des intervalles de confiance. Les spectateurs du groupe témoin ne remarquent rien, mais peuvent attendre davantage. Les directs sans délai sont exclus.",
    back: "Retour aux statistiques",
    month: "Mois",
    saveFailed: "Le fichier n’a pas pu être enregistré.",
    state: {
      off: "Le mode preuve est désactivé\u00a0: tous les spectateurs échangent des données avec des pairs.",
      gathering:
        "Collecte de données depuis le {{at}}\u00a0: {{sessions}} sessions sur {{needed}} dans le plus petit groupe.",
      running: "Depuis le {{at}}\u00a0: {{sessions}} sessions dans le plus petit groupe.",
      stopped: "Le mode preuve s’est arrêté le {{at}}",
    },
    stop: {
      rebuffering:
        "Les spectateurs sans pairs ont eu au moins {{value}} s/h de mise en mémoire tampon de plus que les autres (confiance de 95\u00a0%). La diffusion pair-à-pair est rétablie pour tous les spectateurs. Pour recommencer, activez le mode preuve ci-dessous.",
      traffic:
        "Les spectateurs sans pairs ont dépassé la limite\u00a0: ils ont reçu {{value}} Go des serveurs ce mois-ci. La diffusion pair-à-pair est rétablie pour tous les spectateurs. Pour recommencer, activez le mode preuve ci-dessous.",
    },
    none: {
      title: "Aucune session du mode preuve ce mois-ci",
      text: "Les sessions des deux groupes apparaissent environ une minute après l’activation du mode preuve.",
    },
    figures: "Avec et sans pairs",
    figuresHint:
      "Les points sont les valeurs mesurées\u00a0; les lignes sont des intervalles de confiance à 95\u00a0% (1 000 rééchantillonnages bootstrap des spectateurs). Différence = avec pairs moins sans pairs.",
    figure: "Indicateur",
    with: "Avec pairs",
    without: "Sans pairs",
    difference: "Différence",
    range: "95\u00a0%\u00a0: {{low}} à {{high}}",
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
      tooFew: "{{metric}}\u00a0: pas encore assez de données.",
      noDifference: "{{metric}}\u00a0: aucune différence significative.",
      lower: "{{metric}}\u00a0: {{by}} de moins avec les pairs (95\u00a0%\u00a0: {{low}} à {{high}}).",
      higher: "{{metric}}\u00a0: {{by}} de plus avec les pairs (95\u00a0%\u00a0: {{low}} à {{high}}).",
    },
    settings: {
      title: "Réglages",
      text: "Le mode preuve s’arrête automatiquement si, après 200 sessions dans chaque groupe, les spectateurs sans pairs dépassent les autres de plus de 5 s/h de mise en mémoire tampon (confiance de 95\u00a0%), ou s’ils dépassent la limite de trafic des serveurs.",
      agreed: "Nous acceptons qu’une part de nos spectateurs regarde sans pairs",
      agreedBy: "Accepté par {{by}} le {{at}}.",
      isOn: "Le mode preuve est activé",
      share: "Part des spectateurs sans pairs",
      shareHint: "{{min}} à {{max}}\u00a0%. Modifier cette part démarre une nouvelle comparaison.",
      limit: "Limite mensuelle du trafic des serveurs pour les spectateurs sans pairs",
      limitHint: "Laissez vide pour ne pas fixer de limite.",
      gb: "Go",
      save: "Enregistrer",
      saved: "Réglages du mode preuve enregistrés",
      failed: "Les réglages n’ont pas pu être enregistrés",

      yes: "Oui",
      no: "Non",
    },
  },
};

import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"billing"> = {
  billing: {
    title: "Facturation",
    month: "Mois",
    complete: "Le mois est terminé\u00a0: ces montants sont définitifs.",
    soFar: "État au {{at}}.",
    noInvoice:
      "Les prix sont hors taxes. Le prix de chaque mois dépend de l’offre en vigueur le premier jour du mois. Cette page n’est pas une facture.",
    price: "Prix hors taxes",
    delivered: "Diffusé",
    fromServers: "Des serveurs",
    fromPeers: "Des pairs",
    fromCdn: "Entrées CDN",
    stored: "Stocké",
    storage: "Stockage",
    gbDays: "{{amount}}\u00a0Go·jours",
    offload: "{{percent}} des données diffusées viennent d’autres spectateurs",
    forecast: "Prévision, fin du mois",
    range: "Intervalle à 80\u00a0%, d’après les prévisions des 14 derniers jours\u00a0: {{low}} à {{high}}.",
    noRange: "Pas encore assez de données pour estimer la précision.",
    calculation: "Calcul du prix",
    plans: {
      fixed:
        "Vous avez un prix fixe\u00a0: 250\u00a0€ hors taxes par mois jusqu’à 50\u00a0To. Chaque To supplémentaire coûte 10\u00a0€\u00a0; un To entamé est facturé au prorata.",
      own: "Vous avez un contrat particulier. Chaque ligne indique une tranche de données diffusées et son prix, arrondi au centime le plus proche.",
      free: "Vous avez l’offre gratuite\u00a0: 1\u00a0To par mois sans frais. Si vous la dépassez, vous ne payez rien, mais vous ne pouvez plus créer de vidéos avant le mois suivant.",
      managed:
        "Vous utilisez le CDN géré\u00a0: le premier To de chaque mois est gratuit, et chaque To supplémentaire coûte 10\u00a0€ hors taxes. Un To entamé est facturé au prorata. Chaque ligne est arrondie au centime le plus proche.",
    },
    peersBilled:
      "Les données des pairs coûtent autant que celles des serveurs\u00a0: vous payez les données que les spectateurs reçoivent. Pour chaque segment venu d’un pair, nos serveurs trouvent ce pair, vérifient les données et les remplacent si elles sont en retard ou endommagées.",
    storageMeasured:
      "Le stockage est la place occupée par les fichiers source, les vidéos encodées, les images et les pièces jointes, mesurée une fois par jour (UTC)\u00a0: 1\u00a0Go conservé pendant un jour correspond à 1\u00a0Go·jour. Le stockage est gratuit dans toutes les offres.",
    part: "Tranche",
    first: "Les premiers {{to}}",
    between: "De {{from}} à {{to}}",
    beyond: "Au-delà de {{from}}",
    rate: "Prix par To",
    amount: "Montant",
    nothing: "Aucune donnée n’a encore été diffusée ce mois-ci.",
    about: "À propos\u00a0: {{name}}",
    made: "{{bytes}}\u00a0octets × {{rate}} par To",
    madeFixed: "{{fixed}} fixes + {{bytes}}\u00a0octets × {{rate}} par To",
    help: {
      price:
        "La somme des lignes ci-dessous. Chaque ligne est arrondie au centime le plus proche\u00a0; la somme ne l’est pas.",
      delivered:
        "Données que les spectateurs ont reçues de nos serveurs et d’autres spectateurs, mesurées par nos serveurs et non par les lecteurs.",
      fromPeers:
        "Données que les spectateurs ont reçues d’autres spectateurs, si les deux côtés les confirment. Elles coûtent autant que les données de nos serveurs.",
      forecast:
        "Le prix et la diffusion attendus à la fin du mois. Chaque jour restant est estimé à la moyenne du même jour de la semaine sur les quatre semaines précédentes.",
      fromCdn:
        "Fichiers de vos entrées CDN, servis depuis notre cache ou récupérés sur votre serveur. Ils comptent comme données diffusées.",
      storage:
        "Fichiers source, vidéos encodées, images et pièces jointes, mesurés une fois par jour\u00a0: 1\u00a0Go conservé pendant un jour correspond à 1\u00a0Go·jour. Le stockage est gratuit dans votre offre.",
      line: "{{bytes}}\u00a0octets ÷ 1\u00a0000\u00a0000\u00a0000\u00a0000 (1\u00a0To) × {{rate}} = {{amount}}, arrondi au centime le plus proche.",
      lineFixed:
        "{{fixed}} est le prix fixe de cette tranche, quelle que soit son utilisation, plus {{bytes}}\u00a0octets à {{rate}} par To. Au total\u00a0: {{amount}}.",
    },
    budget: {
      title: "Budget",
      text: "Les gestionnaires reçoivent un e-mail lorsque le mois atteint 50, 80 et 100\u00a0% du budget.",
      limit: "Budget mensuel, hors taxes (€)",
      limitHint: "Laissez vide pour ne pas fixer de budget.",
      stops: "Arrêter à la limite",
      stopsHint:
        "Vous ne pouvez plus créer de vidéos, de directs ni d’entrées CDN avant le mois suivant. Les vidéos publiées sont toujours diffusées et facturées.",
      stopsCdn: "Arrêter les entrées CDN à la limite",
      stopsCdnHint:
        "Les lecteurs qui utilisent vos entrées CDN reçoivent une erreur jusqu’au mois suivant, ou jusqu’à ce que vous augmentiez le budget.",
      stopsPlayback: "Arrêter les vidéos et les directs à la limite",
      stopsPlaybackHint:
        "Les spectateurs ne peuvent plus lancer une vidéo ou un direct jusqu’au mois suivant, ou jusqu’à ce que vous augmentiez le budget. Un message leur indique que la lecture est suspendue. Les spectateurs actuels ne sont pas interrompus.",
      measuredHint:
        "Les entrées CDN, les vidéos et les directs s’arrêtent lorsque le coût des données envoyées par nos serveurs atteint le budget. Les données des pairs, déclarées par les lecteurs, sont facturées mais ne comptent pas pour cette limite.",
      spent: "{{spent}} utilisés sur {{limit}} ce mois-ci.",
      spentMeasured:
        "{{spent}} utilisés sur {{limit}} ce mois-ci, dont {{measured}} pour les données de nos serveurs.",
      stopped:
        "Le budget est épuisé. Vous ne pouvez plus créer de vidéos, de directs ni d’entrées CDN avant le mois suivant.",
      stoppedCdn: "Le budget est épuisé. Les entrées CDN ne sont plus diffusées avant le mois suivant.",
      stoppedPlayback:
        "Le budget est épuisé. Les spectateurs ne peuvent plus lancer de vidéos ni de directs avant le mois suivant.",
      save: "Enregistrer le budget",
      saved: "Budget enregistré",
      failed: "Le budget n’a pas pu être enregistré",
    },
    allDays: "Afficher les {{total}} jours",
    allMonths: "Afficher les {{total}} mois",
    allInvoices: "Afficher les {{total}} factures",
    showFewer: "Afficher moins",
    byDay: "Jour par jour",
    byDayHint:
      "Données reçues par les spectateurs, des serveurs et des pairs\u00a0; les deux comptent. Les jours et les mois sont en UTC. 1\u00a0To vaut 1\u00a0000\u00a0000\u00a0000\u00a0000\u00a0octets.",
    day: "Jour",
    save: "Exporter les jours (CSV)",
    saveRows: "Exporter les lignes (CSV)",
    history: "Mois précédents",
    trial_one: "La prévision établie le 15 du mois précédent s’écartait de {{percent}} du résultat.",
    trial_other:
      "Au cours des {{count}} mois précédents, les prévisions établies le 15 s’écartaient en moyenne de {{percent}} du résultat.",
    historyHint: "Les 12 mois précédents, chacun calculé avec l’offre en vigueur le premier jour du mois.",
  },
};

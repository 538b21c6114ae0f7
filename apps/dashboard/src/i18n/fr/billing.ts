import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"billing"> = {
  billing: {
    title: "Facturation",
    month: "Mois",
    complete: "Le mois est terminé\u00a0: voici ses chiffres.",
    soFar: "Au {{at}}.",
    noInvoice:
      "Les prix sont hors taxes. Un mois est calculé avec l’offre valable à son premier jour. Cette page n’est pas une facture.",
    price: "Prix hors taxes",
    delivered: "Diffusé",
    fromServers: "Par les serveurs",
    fromPeers: "Par les pairs",
    fromCdn: "Entrées CDN",
    stored: "Stocké",
    storage: "Stockage",
    gbDays: "{{amount}}\u00a0Go·jours",
    offload: "{{percent}} de la diffusion, envoyés par d’autres spectateurs",
    forecast: "Prévision, fin du mois",
    range: "Intervalle à 80\u00a0%, d’après les prévisions des 14 derniers jours\u00a0: {{low}} à {{high}}.",
    noRange: "Pas encore assez de jours pour estimer la précision.",
    calculation: "Calcul du prix",
    plans: {
      fixed:
        "Votre offre est à prix fixe\u00a0: 250\u00a0€ hors taxes par mois jusqu’à 50\u00a0To. Chaque To suivant coûte 10\u00a0€\u00a0; un To entamé est facturé au prorata.",
      own: "Votre offre est votre propre contrat. Chaque ligne est une part de la diffusion avec son prix, arrondie au centime le plus proche.",
      free: "Votre offre est l’offre gratuite\u00a0: 1\u00a0To par mois sans frais. Au-delà, rien ne vous est facturé, mais vous ne pouvez plus créer de vidéos jusqu’au mois suivant.",
      managed:
        "Votre offre est le CDN géré\u00a0: le premier To de chaque mois est gratuit, chaque To suivant coûte 10\u00a0€ hors taxes. Un To entamé est facturé au prorata. Chaque ligne est arrondie au centime le plus proche.",
    },
    peersBilled:
      "Les données des pairs coûtent autant que celles des serveurs\u00a0: vous payez ce que les spectateurs reçoivent, et pour chaque segment venu d’un pair, nos serveurs trouvent ce pair, vérifient les données et les remplacent si elles sont en retard ou endommagées.",
    storageMeasured:
      "Le stockage est la place qu’occupent les fichiers source, les vidéos encodées, les images et les pièces jointes, mesurée une fois par jour (UTC)\u00a0: 1\u00a0Go conservé pendant un jour fait 1\u00a0Go·jour. Aucune offre ne le facture.",
    part: "Part de la diffusion",
    first: "Jusqu’à {{to}}",
    between: "De {{from}} à {{to}}",
    beyond: "Au-delà de {{from}}",
    rate: "Prix du To",
    amount: "Montant",
    nothing: "Rien n’a encore été diffusé ce mois-ci.",
    about: "À propos\u00a0: {{name}}",
    made: "{{bytes}}\u00a0octets × {{rate}} par To",
    madeFixed: "{{fixed}} fixes + {{bytes}}\u00a0octets × {{rate}} par To",
    help: {
      price:
        "La somme des lignes ci-dessous. Chaque ligne est arrondie une fois au centime le plus proche\u00a0; la somme elle-même n’est pas arrondie.",
      delivered:
        "Données que les spectateurs ont reçues, de nos serveurs et d’autres spectateurs, mesurées par nos serveurs et non par les lecteurs.",
      fromPeers:
        "Données que les spectateurs ont reçues d’autres spectateurs, dans la mesure où les deux côtés le confirment. Leur prix est celui des données de nos serveurs.",
      forecast:
        "Le prix et la diffusion attendus à la fin du mois\u00a0: chaque jour restant compte comme la moyenne de ce jour de la semaine sur les quatre dernières semaines.",
      fromCdn:
        "Les fichiers de vos entrées CDN, servis par nos caches ou à travers eux. Ils font partie de la diffusion.",
      storage:
        "Fichiers source, vidéos encodées, images et fichiers envoyés, mesurés une fois par jour\u00a0: 1\u00a0Go pendant un jour fait 1\u00a0Go·jour. Votre offre ne les facture pas.",
      line: "{{bytes}}\u00a0octets, divisés par 1\u00a0000\u00a0000\u00a0000\u00a0000 (1\u00a0To) et multipliés par {{rate}}, font {{amount}}, arrondis au centime le plus proche.",
      lineFixed:
        "{{fixed}} est le prix fixe de cette part, quelle que soit son utilisation. S’y ajoutent {{bytes}}\u00a0octets à {{rate}} par To. Au total\u00a0: {{amount}}.",
    },
    budget: {
      title: "Budget",
      text: "Les gestionnaires reçoivent un e-mail lorsque le mois a utilisé 50, 80 et 100\u00a0% du budget, une fois chacun.",
      limit: "Budget mensuel, hors taxes (€)",
      limitHint: "Laissez vide pour ne pas fixer de budget.",
      stops: "Arrêter à la limite",
      stopsHint:
        "Aucune vidéo, aucun direct ni aucune entrée CDN ne peut être créé avant le mois suivant. Les vidéos publiées sont toujours diffusées et facturées.",
      stopsCdn: "Arrêter les entrées CDN à la limite",
      stopsCdnHint:
        "Les lecteurs qui passent par vos entrées CDN reçoivent une erreur jusqu’au mois suivant, ou jusqu’à ce que vous augmentiez le budget.",
      stopsPlayback: "Arrêter les vidéos et les directs à la limite",
      stopsPlaybackHint:
        "Personne ne peut lancer une vidéo ou un direct jusqu’au mois suivant, ou jusqu’à ce que vous augmentiez le budget. Un message indique aux spectateurs que la lecture est suspendue pour le moment. Ceux qui regardent ne sont pas interrompus.",
      measuredHint:
        "Les entrées CDN, les vidéos et les directs s’arrêtent lorsque le coût des données envoyées par nos serveurs atteint le budget. Les données des pairs, déclarées par les lecteurs, sont facturées mais n’arrêtent rien.",
      spent: "{{spent}} utilisés sur {{limit}} ce mois-ci.",
      spentMeasured:
        "{{spent}} utilisés sur {{limit}} ce mois-ci, dont {{measured}} envoyés par nos serveurs.",
      stopped:
        "Le budget est épuisé. Aucune vidéo, aucun direct ni aucune entrée CDN ne peut être créé avant le mois suivant.",
      stoppedCdn: "Le budget est épuisé. Les entrées CDN ne sont plus servies avant le mois suivant.",
      stoppedPlayback:
        "Le budget est épuisé. Aucune vidéo ni aucun direct ne peut être lancé avant le mois suivant.",
      save: "Enregistrer le budget",
      saved: "Le budget est enregistré",
      failed: "Le budget n’a pas pu être enregistré",
    },
    byDay: "Jour par jour",
    byDayHint:
      "Données reçues par les spectateurs, des serveurs et des pairs\u00a0; les deux comptent. Les jours et les mois sont en UTC. 1\u00a0To vaut 1\u00a0000\u00a0000\u00a0000\u00a0000\u00a0octets.",
    day: "Jour",
    save: "Enregistrer les jours en CSV",
    saveRows: "Enregistrer les lignes facturées en CSV",
    history: "Mois précédents",
    trial_one: "Établie le 15, la prévision du dernier mois s’écartait de {{percent}}.",
    trial_other:
      "Établies le 15, les prévisions des {{count}} derniers mois s’écartaient en moyenne de {{percent}}.",
    historyHint: "Les 12 derniers mois, chacun calculé avec l’offre valable à son premier jour.",
  },
};

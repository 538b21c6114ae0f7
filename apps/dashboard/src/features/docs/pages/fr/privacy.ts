import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Ce que deviennent les données de vos spectateurs, et un texte pour votre politique de confidentialité. Ce n'est pas un conseil juridique\u00a0: faites vérifier le vôtre.",
  ),
  heading("what", "Ce qui est traité"),
  list(
    "Les pairs apprennent l'adresse réseau les uns des autres, comme dans tout appel vidéo\u00a0: sans elle, aucune connexion entre eux.",
    "L'edge apprend l'adresse de chaque spectateur, comme tout serveur web. Le pays et le fournisseur en sont déduits, à l'aide de bases de données sur les propres disques de la plateforme\u00a0: personne d'autre n'est interrogé. Ce qui est conservé est tronqué à /24 (IPv4) ou /48 (IPv6).",
    "Toutes les 10 secondes, le plugin envoie des compteurs\u00a0: secondes lues, octets du serveur et des pairs, attentes, qualité, type d'appareil et de réseau. Ils portent un identifiant de session, aléatoire, qui prend fin avec elle, les secondes de la vidéo qui ont été lues, et ce qui est arrivé au lecteur\u00a0: démarrages, pauses, attentes, erreurs.",
    "Pour compter des spectateurs plutôt que des sessions, ils portent un second identifiant aléatoire, qui ne dit rien d'autre\u00a0: un autre par client et par navigateur, abandonné après 13 mois. Là où le consentement est demandé, il n'y en a pas avant un oui, et un non l'efface\u00a0; avec `consent: false`, il n'y en a pas non plus. Un manager peut faire oublier les sessions d'un spectateur\u00a0: leurs sommes restent.",
    "Le plugin ne pose aucun cookie. Il enregistre deux choses dans le navigateur (`localStorage` de votre site), chacune pour 13 mois\u00a0: cet identifiant, et la réponse d'un spectateur dont il a demandé le consentement, oui ou non avec sa date. Les segments proposés aux autres sont en mémoire, jusqu'à la fermeture de la page.",
    "Les pairs n'échangent que des segments de la vidéo qu'ils regardent. Le reste de la page n'est jamais lu.",
  ),
  heading("pictures", "Les images des vidéos protégées"),
  text(
    "Quand tout le monde ne peut pas regarder une vidéo (règles d'accès, mot de passe, début encore à venir), les images qui en sont tirées ne sont montrées qu'à ceux qui le peuvent\u00a0: aux spectateurs admis, à ceux que les règles laissent entrer par leur adresse et leur page, et aux personnes de votre compte. Les autres, et les aperçus des messageries, voient un cadenas. Une image que vous envoyez comme vignette, ou que la règle «\u00a0Image avant la lecture\u00a0» désigne, est montrée à tout le monde. Les adresses de vignettes que donne l'API montrent ces images un jour ou deux\u00a0; ensuite, elles montrent ce que verrait n'importe quel spectateur.",
  ),
  heading("text", "Un texte pour votre politique"),
  note(
    "«\u00a0Pour diffuser les vidéos, ce site utilise une technologie de pair à pair\u00a0: des parties d'une vidéo que votre navigateur a chargées peuvent être transmises à d'autres spectateurs de la même vidéo, et les vôtres peuvent venir d'eux. Pour cela, l'adresse réseau (adresse IP) de votre appareil est visible des spectateurs auxquels votre navigateur est relié. Des données de lecture sont recueillies pour en mesurer l'audience et la qualité\u00a0: aucun cookie n'est posé, un identifiant aléatoire qui ne dit rien de vous est gardé 13 mois dans votre navigateur, et votre adresse IP est tronquée avant d'être enregistrée. La connexion prend fin quand vous fermez la page.\u00a0»",
  ),
  heading("choice", "Demander aux spectateurs"),
  text(
    "Avec la règle «\u00a0Demander le consentement des spectateurs\u00a0» d'une config, d'une collection, d'une vidéo ou du client, rien n'est échangé avant qu'un spectateur ait dit oui\u00a0: aucune connexion à un autre spectateur n'est ouverte. La lecture n'attend pas, et continue depuis les serveurs seuls après un non.",
  ),
  list(
    "Sur les vidéos de cette plateforme et sur les pages avec le plugin, un avis sur l'image demande une fois, en anglais ou en français. La réponse est gardée 13 mois dans le navigateur, pour toutes les vidéos du client.",
    "Un spectateur change d'avis dans les réglages du lecteur, ou par l'entrée aux deux flèches sur l'image.",
    "Une page qui demande elle-même donne la réponse au plugin\u00a0: `consent: true`, `consent: false`, ou une fonction qui dit `undefined` tant qu'il n'y en a pas. `attachment.setConsent(isGiven)` dit une réponse ultérieure. Pour les cadres, l'adresse la dit\u00a0: `?consent=1` ou `?consent=0`.",
    "Un non de la page vaut aussi là où les règles ne demandent à personne.",
  ),
  heading("forget", "Oublier un spectateur"),
  text(
    "Les sessions sont gardées une à une pendant 90 jours, avec un nom aléatoire du spectateur s'il a été communiqué. Un gestionnaire fait oublier un spectateur dans le tableau de bord (Statistiques → Sessions → une session), ou par `DELETE /api/statistics/viewers/{viewer}`\u00a0: les sessions reçoivent d'autres noms que personne ne peut ramener aux premiers, et perdent le spectateur, l'adresse tronquée et ce qui est arrivé au lecteur. Les sommes restent telles quelles. Le journal dit que cela a été fait, pas de qui.",
  ),
  heading("places", "D'où viennent pays et fournisseurs"),
  text(
    "Sauf si l'exploitant de cette plateforme a mis ses propres données à leur place, ils sont cherchés dans des données libres fournies avec elle\u00a0: [IP Geolocation by DB-IP](https://db-ip.com), [RouteViews](https://www.routeviews.org) et [NRO](https://www.nro.net), sous licence [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). Elles sont justes pour la plupart des adresses, pas pour toutes.",
  ),
];

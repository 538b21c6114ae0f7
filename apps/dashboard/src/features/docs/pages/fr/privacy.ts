import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Cette page explique comment les données de vos spectateurs sont traitées, et propose un texte pour votre politique de confidentialité. Elle ne constitue pas un conseil juridique\u00a0: faites vérifier votre politique.",
  ),
  heading("what", "Données traitées"),
  list(
    "Les pairs connaissent l’adresse réseau les uns des autres, comme dans tout appel vidéo\u00a0: ils en ont besoin pour se connecter.",
    "Le serveur de diffusion connaît l’adresse de chaque spectateur, comme tout serveur web. Le pays et le fournisseur sont recherchés dans des bases de données conservées sur la plateforme\u00a0: aucun tiers n’intervient. Les adresses conservées sont tronquées à /24 (IPv4) ou /48 (IPv6).",
    "Toutes les 10 secondes, le plugin envoie des compteurs\u00a0: secondes lues, octets du serveur et des pairs, interruptions, qualité, type d’appareil et de réseau. Ils comportent un identifiant de session aléatoire, qui prend fin avec elle, les secondes de la vidéo qui ont été lues, et les événements du lecteur\u00a0: démarrages, pauses, interruptions, erreurs.",
    "Pour compter des spectateurs plutôt que des sessions, ils comportent un second identifiant aléatoire, qui ne porte aucune autre information. Il diffère pour chaque client et chaque navigateur, et expire après 13 mois. Si le consentement est demandé, il n’est créé qu’avec l’accord du spectateur, et supprimé en cas de refus ultérieur\u00a0; avec `consent: false`, il n’est pas créé non plus. Un gestionnaire peut oublier un spectateur\u00a0: les totaux de ses sessions sont conservés.",
    "Le plugin ne dépose aucun cookie. Il enregistre deux éléments dans le navigateur (`localStorage` de votre site), chacun pour 13 mois\u00a0: cet identifiant, et la réponse d’un spectateur dont le consentement a été demandé, oui ou non, avec sa date. Les segments proposés aux autres restent en mémoire jusqu’à la fermeture de la page.",
    "Les pairs n’échangent que des segments de la vidéo qu’ils regardent. Le plugin ne lit jamais le reste de votre page.",
  ),
  heading("pictures", "Images des vidéos protégées"),
  text(
    "Si l’accès est restreint (règles d’accès, mot de passe, démarrage à venir), les images tirées d’une vidéo ne s’affichent que pour les personnes qui peuvent la regarder\u00a0: les spectateurs admis, ceux que les règles autorisent d’après leur adresse et leur page, et les utilisateurs de votre compte. Les autres, et les aperçus de liens des messageries, voient un cadenas. Une image que vous envoyez comme vignette, ou que vous définissez par la règle «\u00a0Vignette personnalisée\u00a0», est visible de tous. Les URL de vignettes que donne l’API affichent ces images un jour ou deux\u00a0; ensuite, elles affichent ce que verrait n’importe quel spectateur.",
  ),
  heading("text", "Texte pour votre politique de confidentialité"),
  note(
    "«\u00a0Pour diffuser les vidéos, ce site utilise une technologie pair-à-pair\u00a0: des parties d’une vidéo que votre navigateur a chargées peuvent être envoyées à d’autres spectateurs de la même vidéo, et votre navigateur peut en recevoir d’eux. Pour cela, l’adresse réseau (adresse IP) de votre appareil est visible des spectateurs auxquels votre navigateur est connecté. Des données de lecture sont recueillies pour mesurer l’audience et la qualité\u00a0: aucun cookie n’est déposé, un identifiant aléatoire qui ne révèle rien de vous est conservé 13 mois dans votre navigateur, et votre adresse IP est tronquée avant d’être enregistrée. La connexion prend fin quand vous fermez la page.\u00a0»",
  ),
  heading("choice", "Consentement des spectateurs"),
  text(
    "Avec la règle «\u00a0Demander le consentement des spectateurs\u00a0» d’une config, d’une collection, d’une vidéo ou du client, aucune donnée n’est échangée avant l’accord du spectateur\u00a0: aucune connexion à un autre spectateur n’est ouverte. La lecture n’attend pas, et en cas de refus elle continue depuis les serveurs uniquement.",
  ),
  list(
    "Sur les vidéos de cette plateforme et sur les pages avec le plugin, un message sur la vidéo pose la question une seule fois, en anglais ou en français. La réponse est conservée 13 mois dans le navigateur, pour toutes les vidéos du client.",
    "Les spectateurs peuvent changer d’avis dans les réglages du lecteur, ou avec le bouton à deux flèches sur la vidéo.",
    "Si votre page demande elle-même le consentement, transmettez la réponse au plugin\u00a0: `consent: true`, `consent: false`, ou une fonction qui renvoie `undefined` tant qu’il n’y a pas de réponse. Transmettez une réponse ultérieure avec `attachment.setConsent(isGiven)`. Pour les iframes, indiquez-la dans l’URL\u00a0: `?consent=1` ou `?consent=0`.",
    "Un refus transmis par votre page s’applique même si les règles ne demandent pas de consentement.",
  ),
  heading("forget", "Effacement des données d’un spectateur"),
  text(
    "Les détails des sessions sont conservés 90 jours, avec un nom aléatoire du spectateur s’il y en a un. Un gestionnaire peut oublier un spectateur dans le tableau de bord (Statistiques → Sessions → une session), ou avec `DELETE /api/statistics/viewers/{viewer}`\u00a0: les sessions reçoivent de nouveaux noms impossibles à relier aux anciens, et perdent le spectateur, l’adresse tronquée et les événements du lecteur. Les totaux ne changent pas. Le journal indique que cela a été fait, mais pas pour qui.",
  ),
  heading("places", "Données de pays et de fournisseurs"),
  text(
    "Sauf si l’exploitant de cette plateforme utilise ses propres données, les pays et les fournisseurs viennent de données libres fournies avec elle\u00a0: [IP Geolocation by DB-IP](https://db-ip.com), [RouteViews](https://www.routeviews.org) et [NRO](https://www.nro.net), sous licence [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). Elles sont exactes pour la plupart des adresses, pas pour toutes.",
  ),
];

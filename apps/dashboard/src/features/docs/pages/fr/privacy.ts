import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Ce que deviennent les données de vos spectateurs, et un texte pour votre politique de confidentialité. Ce n'est pas un conseil juridique\u00a0: faites vérifier le vôtre.",
  ),
  heading("what", "Ce qui est traité"),
  list(
    "Les pairs apprennent l'adresse réseau les uns des autres, comme dans tout appel vidéo\u00a0: sans elle, aucune connexion entre eux.",
    "L'edge apprend l'adresse de chaque spectateur, comme tout serveur web. Le pays et le fournisseur en sont déduits\u00a0; ce qui est conservé est tronqué à /24 (IPv4) ou /48 (IPv6).",
    "Toutes les 10 secondes, le plugin envoie des compteurs\u00a0: secondes lues, octets du serveur et des pairs, attentes, qualité, type d'appareil et de réseau. Ils portent un identifiant de session, aléatoire, qui prend fin avec elle.",
    "Le plugin ne pose aucun cookie et n'enregistre rien dans le navigateur. Les segments proposés aux autres sont en mémoire, jusqu'à la fermeture de la page.",
    "Les pairs n'échangent que des segments de la vidéo qu'ils regardent. Le reste de la page n'est jamais lu.",
  ),
  heading("text", "Un texte pour votre politique"),
  note(
    "«\u00a0Pour diffuser les vidéos, ce site utilise une technologie de pair à pair\u00a0: des parties d'une vidéo que votre navigateur a chargées peuvent être transmises à d'autres spectateurs de la même vidéo, et les vôtres peuvent venir d'eux. Pour cela, l'adresse réseau (adresse IP) de votre appareil est visible des spectateurs auxquels votre navigateur est relié. Des données techniques de lecture sont recueillies sans vous identifier\u00a0: aucun cookie n'est posé, et votre adresse IP est tronquée avant d'être enregistrée. La connexion prend fin quand vous fermez la page.\u00a0»",
  ),
  heading("choice", "Si un spectateur refuse"),
  text(
    "N'appelez `attachHls` et les fonctions semblables qu'une fois que le spectateur a accepté. Sans elles, le même lecteur lit depuis votre seul CDN\u00a0; `close()` met fin à l'échange à tout moment.",
  ),
];

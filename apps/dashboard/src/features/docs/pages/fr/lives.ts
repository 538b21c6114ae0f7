import { example, heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un programme crée un direct, indique à un encodeur où publier, et intègre le direct dès qu’il est à l’antenne. Il lui faut une clé d’API de type «\u00a0Gère les directs\u00a0».",
  ),
  heading("program", "De la clé au lecteur"),
  example("live.mjs"),
  note(
    "Une clé de flux est un secret\u00a0: toute personne qui la possède peut diffuser. `renewStreamKey` la remplace\u00a0; une diffusion déjà en cours continue.",
  ),
  heading("afterwards", "Pendant et après le direct"),
  list(
    "`getInputInfos` décrit le signal reçu\u00a0: codec, résolution, fréquence d’images et débit, mesurés ces dernières secondes.",
    "`updateVideo` renomme un direct et règle le retour en arrière des spectateurs, y compris avec une clé de ce type.",
    "`clipLive` enregistre les dernières minutes dans une vidéo séparée.",
    "Avec `keepLive`, un enregistrement est conservé à la fin du direct.",
  ),
  text(
    "Les [webhooks](/doc/api/webhooks) informent votre serveur\u00a0: `live.started`, `live.lost`, `live.back` et `live.ended`.",
  ),
];

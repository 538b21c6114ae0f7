import { code, example, heading, note, type Page, steps, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Ce guide vous mène d’une clé d’API à une vidéo lue sur votre page. Il vous faut Node.js 20 ou plus récent, et un serveur que l’installation peut joindre.",
  ),
  heading("prepare", "Préparer"),
  steps(
    "Créez une clé d’API dans [Configs](/config). La clé entière n’est affichée qu’une fois\u00a0: gardez-la sur votre serveur, jamais dans une page.",
    "Créez-y un webhook avec l’URL de votre serveur et l’événement `video.playable`. Son secret, lui aussi, n’est affiché qu’une fois.",
    "Téléchargez le client depuis cette installation et installez-le dans votre projet. Il n’a aucune dépendance.",
  ),
  code("installClient"),
  text(
    "Gardez le fichier avec votre projet\u00a0: une mise à jour de l’installation ne le modifie pas. Pour envoyer une vidéo sans client, passez à «\u00a0Sans le client\u00a0» ci-dessous.",
  ),
  heading("program", "Envoyer, attendre et intégrer"),
  text("Le programme envoie un fichier, attend le webhook, puis affiche le code qui intègre la vidéo."),
  example("first-upload.mjs"),
  text("Il importe cette vérification, qui refuse les messages que l’installation n’a pas envoyés\u00a0:"),
  example("verify-webhook.mjs"),
  note(
    "Une vidéo est lisible avant d’être entièrement encodée. Attendez plutôt `video.encoded` s’il vous faut toutes les qualités dès la première seconde.",
  ),
  heading("interrupted", "Si un envoi est interrompu"),
  text(
    "Relancez le programme avec le même fichier\u00a0: il vérifie quels fragments sont arrivés et n’envoie que ceux qui manquent. Les envois inachevés sont gardés un jour.",
  ),
  heading("other-languages", "Sans le client"),
  text("Le même envoi en HTTP simple. Avec Node.js\u00a0:"),
  example("upload.mjs"),
  text("Avec curl\u00a0:"),
  example("upload.sh"),
  text("En Python\u00a0:"),
  example("upload.py"),
  text("En PHP\u00a0:"),
  example("upload.php"),
  heading("embed", "Intégrer la vidéo"),
  text(
    "Pour limiter la lecture aux spectateurs que votre serveur autorise, signez pour chacun un [jeton de lecture](/doc/reference/streaming-tokens).",
  ),
  text("Dans une page Next.js\u00a0:"),
  example("embed-next.tsx"),
  text("Dans WordPress\u00a0:"),
  example("embed-wordpress.php"),
];

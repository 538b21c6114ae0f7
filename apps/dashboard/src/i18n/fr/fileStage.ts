import type { TextsOf } from "../texts.ts";

export const texts = {
  stage: {
    processing: "Traitement de la vidéo",
    waiting: "Dans la file d’attente",
    encoding: "Préparation de la vidéo",
    encoded: "Bientôt prête",
    stopping: "Arrêt en cours",
    stopped: "Encodage arrêté",
    error: "Cette vidéo n’a pas pu être préparée",
    uploading: "Envoi en cours",
    upload_failed: "Envoi interrompu",
    restarting: "Redémarrage",
  },
  stageHints: {
    processing: "Le lecteur s’affiche ici dès que la première partie est prête.",
    waiting: "L’encodage commence dès que le serveur est disponible.",
    encoding: "Le lecteur s’affiche ici dès que la première partie est prête.",
    encoded: "Le lecteur s’affiche ici dans un instant.",
    stopping: "La tâche en cours s’arrête.",
    stopped: "Relancez l’encodage pour que cette vidéo puisse être lue.",
    error: "La source n’a pas pu être encodée.",
    uploading: "Le lecteur s’affiche ici avant la fin de l’envoi.",
    upload_failed:
      "Choisissez le même fichier dans «\u00a0Nouvelle(s) vidéo(s)\u00a0»\u00a0: l’envoi reprend au point d’interruption.",
    restarting: "La vidéo est réencodée depuis sa source.",
  },
} satisfies TextsOf<"fileStage">;

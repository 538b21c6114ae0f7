import type { TextsOf } from "../texts.ts";

export const texts = {
  newVideos: {
    type: "Type de vidéo",
    types: { live: "Direct", vod: "VOD" },
    origin: "Provenance de la vidéo",
    origins: { files: "Fichiers", url: "Par URL" },
    options: "Options",
    optionsHint: "S’applique aux envois que vous lancez maintenant.",
    autoplay: "Lecture automatique",
    autoplayHint: "La lecture démarre automatiquement, sans le son si le navigateur l’exige.",
    password: {
      ask: "Demander un mot de passe aux spectateurs",
      field: "Mot de passe pour les spectateurs",
      short_one: "Au moins {{count}} caractère",
      short_other: "Au moins {{count}} caractères",
    },
    qualities: {
      open: "Qualités de {{name}}",
      title: "Configuration des qualités",
      forAll: "Appliquer à tous les fichiers en attente",
      apply: "Appliquer",
      label: "Qualités",
      change: "Modifier",
      optimized: "Optimisées",
      custom_one: "{{count}} qualité personnalisée",
      custom_other: "{{count}} qualités personnalisées",
      passthrough: "Source d’origine",
      withFirstPass: "{{qualities}}, source d’abord",
    },
    url: {
      label: "URL du fichier vidéo",
      hint: "Nous récupérons le fichier à cette URL. Vous pouvez fermer cette page pendant ce temps.",
      placeholder: "https://exemple.org/film.mp4",
      title: "Titre",
      titleNeeded: "Saisissez un titre pour la vidéo.",
      invalid: "Saisissez l’URL d’un fichier qui commence par https:// ou http://.",
      playlist:
        "C’est l’URL d’une playlist HLS ou DASH. Saisissez l’URL d’un fichier vidéo, comme .mp4 ou .mov.",
      refused:
        "Cette URL ne peut pas être utilisée\u00a0: elle est dans un réseau privé ou utilise un port non autorisé.",
      submit: "Récupérer la vidéo",
      started:
        "«\u00a0{{title}}\u00a0» est en cours de récupération. La bibliothèque affiche sa progression.",
    },
    live: {
      hint: "Diffusez par RTMP avec OBS, ffmpeg ou un autre encodeur.",
      title: "Titre",
      titleHint: "Les spectateurs voient ce titre.",
      dated: "Direct du {{date}}",
      useDated: "Utiliser «\u00a0{{title}}\u00a0»",
      titleNeeded: "Saisissez un titre pour le direct.",
      reset: "Réinitialiser",
      submit: "Créer le direct",
    },
    refused: {
      title_one: "{{count}} fichier n’a pas été ajouté",
      title_other: "{{count}} fichiers n’ont pas été ajoutés",
    },
    failure: {
      title: "Erreur",
      text: "Impossible de créer la vidéo",
      liveText: "Impossible de créer le direct. Veuillez réessayer plus tard.",
    },
  },
} satisfies TextsOf<"newVideos">;

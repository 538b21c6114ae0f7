import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"files"> = {
  attachments: {
    add: "Joindre des fichiers",
    hint: "Joindre des fichiers, de {{size}} au plus chacun. Vous pouvez aussi les déposer ou les coller.",
    chosen: "Fichiers à joindre",
    of: "Fichiers de {{name}}",
    open: "Ouvrir {{name}}",
    download: "Télécharger {{name}}",
    save: "Télécharger",
    remove: "Retirer {{name}}",
    removeTitle: "Retirer {{name}}\u00a0?",
    removeText: "Le fichier est supprimé et ne pourra pas être restauré.",
    removeNow: "Retirer",
    sending: "Envoi de {{name}}",
    cancel: "Annuler l'envoi de {{name}}",
    failed: "Non envoyé. {{reason}}",
    retry: "Envoyer de nouveau {{name}}",
    giveUp: "Ne pas envoyer {{name}}",
    pictures: "Images jointes",
    previous: "Image précédente",
    next: "Image suivante",
    place: "{{place}} sur {{count}}",
    unreadable: "Cette image ne peut pas être affichée. Téléchargez-la pour l'ouvrir.",
    refusals: {
      tooLarge: "{{name}} dépasse {{size}}.",
      kind: "{{name}} ne peut pas être envoyé\u00a0: seuls les images, vidéos, sons et PDF le peuvent.",
      empty: "{{name}} est vide.",
      folder: "{{name}} est un dossier. Joignez les fichiers qu'il contient.",
      tooMany: "{{name}} n'a pas été joint\u00a0: {{count}} fichiers au plus peuvent être joints.",
    },
  },
};

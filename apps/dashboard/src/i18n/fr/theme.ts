import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"theme"> = {
  theme: {
    title: "Couleurs du lecteur",
    hint: "Les couleurs du lecteur pour toutes vos vidéos, sur toutes les pages qui les intègrent. Toute modification apparaît à la prochaine ouverture du lecteur.",
    accent: "Couleur d’accent",
    accentHint: "Bouton de lecture, barre de progression et repères.",
    background: "Arrière-plan",
    backgroundHint: "Autour des vidéos qui ne remplissent pas le lecteur, et avant la lecture.",
    hasTitle: "Afficher le titre sur la vidéo",
    hasTitleHint:
      "«\u00a0title=0\u00a0» ou «\u00a0title=1\u00a0» dans l’URL d’une intégration prévaut sur ce réglage.",
    fault: "Saisissez une couleur comme #2ad4c5.",
    swatches: "Utiliser {{colour}} comme couleur d’accent",
    pick: "{{field}}\u00a0: choisir une couleur",
    preview: "Aperçu du lecteur",
    sampleTitle: "Un matin au port",
    ink: {
      light:
        "Le texte sur cette couleur est blanc (choix automatique), avec un contraste de {{contrast}}\u00a0: 1.",
      dark: "Le texte sur cette couleur est sombre (choix automatique), avec un contraste de {{contrast}}\u00a0: 1.",
    },
    weak: {
      controls:
        "Cette couleur a un contraste de {{contrast}}\u00a0: 1 sur les commandes sombres. Choisissez au moins 3\u00a0: 1 (WCAG) pour que tous les spectateurs la voient.",
      background:
        "Cette couleur a un contraste de {{contrast}}\u00a0: 1 sur l’arrière-plan. Choisissez au moins 3\u00a0: 1 (WCAG) pour que tous les spectateurs la voient.",
    },
    weakTitle: "Difficile à voir",
    mend: "Utiliser {{colour}} à la place",
    reset: "Rétablir les couleurs de Shoal",
    save: "Enregistrer",
    saved: "Couleurs du lecteur enregistrées",
    failed: "Les couleurs du lecteur n’ont pas pu être enregistrées",
    yes: "Oui",
    no: "Non",
  },
};

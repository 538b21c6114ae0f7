import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"theme"> = {
  theme: {
    title: "Couleurs du lecteur",
    hint: "L’apparence du lecteur de toutes vos vidéos, où qu’il soit intégré. Les spectateurs voient un changement la prochaine fois qu’ils ouvrent le lecteur.",
    accent: "Couleur d’accent",
    accentHint: "Bouton de lecture, barre de progression et repères.",
    background: "Arrière-plan",
    backgroundHint: "Autour des images qui ne remplissent pas le lecteur, et avant la lecture.",
    hasTitle: "Afficher le titre sur la vidéo",
    hasTitleHint:
      "Une intégration avec «\u00a0title=0\u00a0» ou «\u00a0title=1\u00a0» dans son adresse prévaut.",
    fault: "Saisissez une couleur comme #2ad4c5.",
    swatches: "Utiliser {{colour}} comme couleur d’accent",
    pick: "{{field}}\u00a0: choisir une couleur",
    preview: "Aperçu du lecteur",
    sampleTitle: "Un matin au port",
    ink: {
      light: "Le texte dessus est blanc, choisi automatiquement\u00a0: {{contrast}}\u00a0: 1.",
      dark: "Le texte dessus est sombre, choisi automatiquement\u00a0: {{contrast}}\u00a0: 1.",
    },
    weak: {
      controls:
        "Sur les commandes sombres, cette couleur a un contraste de {{contrast}}\u00a0: 1. Au moins 3\u00a0: 1 est conseillé (WCAG), sinon des spectateurs ne la verront pas.",
      background:
        "Sur l’arrière-plan, cette couleur a un contraste de {{contrast}}\u00a0: 1. Au moins 3\u00a0: 1 est conseillé (WCAG), sinon des spectateurs ne la verront pas.",
    },
    weakTitle: "Difficile à voir",
    mend: "Utiliser {{colour}} à la place",
    reset: "Rétablir les couleurs de Shoal",
    save: "Enregistrer",
    saved: "Les couleurs du lecteur sont enregistrées",
    failed: "Les couleurs du lecteur n’ont pas pu être enregistrées",
    yes: "Oui",
    no: "Non",
  },
};

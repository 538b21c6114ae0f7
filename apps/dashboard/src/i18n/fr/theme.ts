import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"theme"> = {
  theme: {
    title: "Couleurs du lecteur",
    hint: "L'apparence du lecteur de toutes vos vidéos, où qu'il soit intégré. Les spectateurs voient un changement à leur prochaine ouverture.",
    accent: "Couleur d'accent",
    accentHint: "Le bouton de lecture, la progression et les marques.",
    background: "Arrière-plan",
    backgroundHint: "Autour des images qui ne remplissent pas le lecteur, et avant qu'il y en ait une.",
    hasTitle: "Afficher le titre sur l'image",
    hasTitleHint: "Une intégration avec « title=0 » ou « title=1 » dans son adresse en décide elle-même.",
    fault: "Écrivez une couleur comme #2ad4c5.",
    swatches: "Prendre {{colour}} comme couleur d'accent",
    pick: "{{field}} : choisir à l'œil",
    preview: "Aperçu du lecteur",
    sampleTitle: "Un matin au port",
    ink: {
      light: "Les textes dessus sont blancs : choisi automatiquement, {{contrast}} : 1.",
      dark: "Les textes dessus sont sombres : choisi automatiquement, {{contrast}} : 1.",
    },
    weak: {
      controls:
        "Sur les commandes sombres, cette couleur a un contraste de {{contrast}} : 1. Au moins 3 : 1 est conseillé (WCAG), sinon des spectateurs ne la verront pas.",
      background:
        "Sur l'arrière-plan, cette couleur a un contraste de {{contrast}} : 1. Au moins 3 : 1 est conseillé (WCAG), sinon des spectateurs ne la verront pas.",
    },
    weakTitle: "Difficile à voir",
    mend: "Prendre {{colour}} à la place",
    reset: "Revenir aux couleurs de Shoal",
    save: "Enregistrer",
    saved: "Les couleurs du lecteur sont enregistrées",
    failed: "Les couleurs du lecteur n'ont pas pu être enregistrées",
    yes: "Oui",
    no: "Non",
  },
};

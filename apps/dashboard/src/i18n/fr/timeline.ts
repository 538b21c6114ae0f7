import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"timeline"> = {
  waveform: {
    loading: "Chargement du son…",
    pending: "La forme d’onde est en cours de création et s’affiche ici automatiquement.",
    none: "Cette vidéo n’a pas de son.",
    failed: "La forme d’onde n’a pas pu être créée. Vous pouvez couper sans l’utiliser.",
    unread: "La forme d’onde n’a pas pu être chargée. Vous pouvez couper sans l’utiliser.",
    again: "Réessayer",
    loudness: "Niveau sonore : {{lufs}} LUFS",
  },
  zoom: {
    label: "Partie visible de la ligne de temps",
    in: "Zoom avant",
    out: "Zoom arrière",
    whole: "Afficher toute la vidéo",
    earlier: "Afficher ce qui précède",
    later: "Afficher ce qui suit",
    toEdge: "Zoomer sur : {{edge}}",
    shown: "{{from}} à {{to}}",
  },
};

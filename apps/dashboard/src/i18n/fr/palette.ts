import type { texts as en } from "../en/palette.ts";

export const texts: typeof en = {
  palette: {
    title: "Recherche et commandes",
    placeholder: "Vidéos, écrans, réglages, actions…",
    results: "Résultats",
    groups: { actions: "Actions", screens: "Aller à", settings: "Réglages", videos: "Vidéos" },
    none: "Aucun résultat",
    failed: "La recherche de vidéos a échoué. Réessayez.",
    count_one: "{{count}} résultat",
    count_other: "{{count}} résultats",
    from: "Créée le {{date}}",
    upload: "Nouvelles vidéos",
    live: "Nouveau direct",
    invite: "Inviter un utilisateur",
    light: "Passer aux couleurs claires",
    dark: "Passer aux couleurs sombres",
    language: "Switch to English",
  },
};

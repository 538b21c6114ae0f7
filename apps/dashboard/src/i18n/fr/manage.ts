import type { TextsOf } from "../texts.ts";

export const texts = {
  manage: {
    save: "Enregistrer",
    saved: "Enregistré",
    clearSearch: "Effacer la recherche",
    clearFilters: "Effacer la recherche et les filtres",
    nothingFound: "Aucun résultat",
    nothingFoundHint: "Vérifiez l'orthographe, cherchez une partie du mot ou effacez les filtres.",
    actions: "Actions",
    actionsFor: "Actions pour {{name}}",
    nothing: "(vide)",
    yes: "Oui",
    no: "Non",
    never: "Jamais",
    none: "Aucun",
    admin: {
      title: "Administration",
      clients: "Clients",
      newClient: "Nouveau client",
      users: "Utilisateurs",
      logs: "Journal d'activité",
    },
    conflict: {
      title: "Quelqu'un d'autre a fait des modifications entre-temps",
      text: "Elles figurent maintenant dans le formulaire. Votre saisie est conservée\u00a0: enregistrez à nouveau pour l'appliquer.",
      take: "Prendre cette valeur",
    },
  },
} satisfies TextsOf<"manage">;

import type { TextsOf } from "../texts.ts";

export const texts = {
  errors: {
    last_manager: "Un client doit avoir au moins un gestionnaire.",
    client_name_taken: "Ce nom de client est déjà pris.",
    collaborator_email_used: "Cette adresse e-mail est déjà utilisée par un collaborateur.",
    client_not_found: "Ce client n’existe pas.",
    user_not_found: "Cet utilisateur n’existe pas.",
  },
  shared: {
    save: "Enregistrer",
    saved: "Enregistré",
    clearSearch: "Effacer la recherche",
    clearFilters: "Effacer la recherche et les filtres",
    nothingFound: "Aucun résultat",
    nothingFoundHint: "Vérifiez l’orthographe, cherchez une partie du mot ou effacez les filtres.",
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
      consumption: "Consommation",
      invoices: "Factures",
      contractTerms: "Conditions des contrats",
      edges: "Serveurs de diffusion",
      doctor: "État",
      logs: "Journal d’activité",
    },
    unsaved: {
      title: "Fermer sans enregistrer\u00a0?",
      text: "Vos modifications ne sont pas enregistrées.",
      window: "Votre saisie sera perdue.",
      discard: "Abandonner les modifications",
    },
    conflict: {
      title: "Quelqu’un d’autre a fait des modifications",
      text: "Le formulaire contient maintenant les modifications ci-dessous. Votre saisie est conservée\u00a0: enregistrez pour l’appliquer.",
      take: "Utiliser cette valeur",
      again: "Quelqu’un d’autre a fait une modification ici. Refaites la vôtre pour l’appliquer.",
      overDate:
        "Quelqu’un d’autre a choisi une autre date\u00a0: {{date}}. Refaites votre modification pour l’appliquer.",
    },
  },
} satisfies TextsOf<"shared">;

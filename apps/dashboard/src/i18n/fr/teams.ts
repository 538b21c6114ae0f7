import type { TextsOf } from "../texts.ts";

export const texts = {
  errors: {
    team_not_found: "Cette équipe n’existe plus.",
    team_name_taken: "Une équipe porte déjà ce nom.",
  },
  teams: {
    title: "Gérer les équipes",
    new: "Nouvelle équipe",
    name: "Nom de l’équipe",
    nameRequired: "Le nom de l’équipe est obligatoire",
    description: "Description de l’équipe",
    member: "Identifiant",
    addMember: "Ajouter un membre",
    removeMember: "Retirer {{name}}",
    roleOf: "Rôle de {{name}}",
    roles: { admin: "Administrateur", editor: "Éditeur", viewer: "Lecteur" },
    userNotFound: "Utilisateur {{name}} introuvable",
    manager: "Responsable",
    managerHint: "Choisissez un membre pour lui confier l’équipe. Vous restez membre.",
    managedBy: "Gérée par {{name}}",
    members: "Membres",
    noMembers: "Aucun autre membre pour l’instant.",
    empty: "Aucune équipe. Ajoutez une équipe à un projet pour inviter tous ses membres à la fois.",
    create: "Créer l’équipe",
    save: "Enregistrer",
    saved: "«\u00a0{{name}}\u00a0» est enregistrée",
    edit: "Modifier",
    delete: "Supprimer",
    deleteQuestion:
      "Supprimer «\u00a0{{name}}\u00a0»\u00a0? Ses membres perdent l’accès aux projets qu’ils ont par elle.",
    deleteDone: "«\u00a0{{name}}\u00a0» est supprimée",
    leave: "Quitter",
    leaveQuestion:
      "Quitter «\u00a0{{name}}\u00a0»\u00a0? Vous perdez l’accès aux projets que vous avez par elle.",
    leaveDone: "Vous avez quitté «\u00a0{{name}}\u00a0»",
    cardHint: "Les équipes font entrer plusieurs personnes à la fois dans un projet.",
  },
} satisfies TextsOf<"teams">;

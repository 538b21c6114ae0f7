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
    member: "Nom d’utilisateur",
    addMember: "Ajouter un membre",
    removeMember: "Retirer {{name}}",
    remove: "Retirer",
    removeQuestion: "Retirer {{name}} de l’équipe\u00a0?",
    removeText:
      "Dès que vous enregistrerez l’équipe, cette personne n’aura plus accès aux projets partagés avec elle.",
    roleOf: "Rôle de {{name}}",
    roles: { admin: "Administrateur", editor: "Éditeur", viewer: "Lecteur" },
    userNotFound: "Utilisateur {{name}} introuvable",
    manager: "Responsable",
    managerHint: "Choisissez le membre à qui confier l’équipe. Vous restez membre.",
    managedBy: "Gérée par {{name}}",
    members: "Membres",
    noMembers: "Aucun autre membre pour l’instant.",
    empty:
      "Aucune équipe pour le moment. Ajoutez une équipe à un projet pour inviter tous ses membres à la fois.",
    create: "Créer l’équipe",
    save: "Enregistrer",
    saved: "«\u00a0{{name}}\u00a0» a été enregistrée",
    edit: "Modifier",
    delete: "Supprimer",
    deleteQuestion:
      "Supprimer «\u00a0{{name}}\u00a0»\u00a0? Ses membres perdront l’accès aux projets partagés avec cette équipe.",
    deleteDone: "«\u00a0{{name}}\u00a0» a été supprimée",
    leave: "Quitter",
    leaveQuestion:
      "Quitter «\u00a0{{name}}\u00a0»\u00a0? Vous perdrez l’accès aux projets partagés avec cette équipe.",
    leaveDone: "Vous avez quitté «\u00a0{{name}}\u00a0»",
    cardHint: "Utilisez des équipes pour ajouter plusieurs personnes à la fois à un projet.",
  },
} satisfies TextsOf<"teams">;

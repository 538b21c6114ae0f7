import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un projet réunit les versions d'un film et les personnes qui les révisent. Le tableau de bord les présente sous PROJETS, et vos propres programmes utilisent les appels de `/api/projects` et `/api/teamsvireed`. Les projets sont réservés aux clients dont l'offre les comprend.",
  ),
  heading("versions", "Versions"),
  list(
    "Une version montre une de vos vidéos, avec une description. Les versions sont numérotées à partir de 1\u00a0; une nouvelle version devient la version actuelle, celle sur laquelle le projet s'ouvre.",
    "Une vidéo peut être choisie dès le début de son envoi. Le projet la montre dès qu'elle peut être lue.",
    "Les personnes du projet regardent ses versions même si les spectateurs doivent saisir un mot de passe ou attendre la date de début.",
  ),
  heading("roles", "Rôles"),
  table(
    ["Rôle", "Droits"],
    [
      ["Lecteur", "Regarde les versions, et peut quitter le projet."],
      ["Éditeur", "Ajoute et modifie aussi des versions."],
      [
        "Administrateur",
        "Invite et retire aussi des personnes, change les rôles, modifie, archive et supprime le projet.",
      ],
      [
        "Propriétaire",
        "A créé le projet. Dispose des droits d'un administrateur et ne peut pas être retiré.",
      ],
    ],
  ),
  heading("teams", "Équipes"),
  text(
    "Une équipe fait entrer plusieurs personnes dans un projet en une fois. Chaque membre a son rôle dans l'équipe, sauf si le projet donne un même rôle à toute l'équipe. Le rôle le plus élevé d'une personne s'applique. Seul le gestionnaire d'une équipe la modifie.",
  ),
];

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
  heading("review", "Relecture"),
  text(
    "La page d'une version la lit image par image, avec ses commentaires à côté. Le timecode commence comme celui de la source, en drop frame à 29,97 et 59,94. Appuyez sur ? pour afficher les raccourcis clavier.",
  ),
  table(
    ["Touche", "Action"],
    [
      ["J K L", "Lit vers l'arrière, met en pause, lit vers l'avant\u00a0; appuyez encore pour accélérer."],
      ["← → ou , .", "Recule ou avance d'une image\u00a0; avec Maj et une flèche, d'une seconde."],
      ["I O", "Marque une plage, lue de sa première à sa dernière image. R la lit en boucle, X l'efface."],
      ["C", "Commente l'image, ou la plage marquée."],
      ["G", "Va au timecode que vous saisissez\u00a0; aussi +10, 120f ou 62,5s."],
    ],
  ),
  list(
    "Cliquez sur un commentaire, ou sur son repère dans la ligne de temps, pour aller à son image. Les liens vers un commentaire ou une image ouvrent la page à cet endroit.",
    "Maintenez Ctrl et tournez la molette pour agrandir l'image ou la ligne de temps\u00a0; faites glisser l'image pour la déplacer.",
    "Les vidéos à fréquence d'images variable sont comptées sur une grille régulière, à la fréquence qui montre chaque image\u00a0; la page l'indique.",
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

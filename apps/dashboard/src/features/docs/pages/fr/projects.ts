import { figure, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un projet réunit les versions d’une vidéo et les personnes qui les relisent. Le tableau de bord les présente sous PROJETS, et vos propres programmes utilisent les appels de `/api/projects` et `/api/teamsvireed`. Les projets sont réservés aux clients dont l’offre les comprend.",
  ),
  heading("versions", "Versions"),
  list(
    "Une version contient une de vos vidéos, avec une description. Les versions sont numérotées à partir de 1\u00a0; une nouvelle version devient la version actuelle, celle sur laquelle le projet s’ouvre.",
    "Une vidéo peut être choisie dès le début de son envoi. Elle apparaît dans le projet dès qu’elle peut être lue.",
    "Les personnes du projet regardent ses versions même si les spectateurs doivent saisir un mot de passe ou attendre la date de début.",
  ),
  heading("review", "Relecture"),
  text(
    "Sur la page d’une version, la vidéo se lit image par image, avec les commentaires à côté. Le timecode commence à la même valeur que celui de la source, en drop frame à 29,97 et 59,94. Appuyez sur `?` pour afficher les raccourcis clavier.",
  ),
  figure(
    "review",
    "La page de relecture\u00a0: l’image, la ligne de temps avec un repère par commentaire, et les commentaires à côté.",
  ),
  table(
    ["Touche", "Action"],
    [
      ["J K L", "Lit vers l’arrière, met en pause, lit vers l’avant\u00a0; appuyez encore pour accélérer."],
      ["← → ou , .", "Recule ou avance d’une image\u00a0; avec Maj et une flèche, d’une seconde."],
      ["I O", "Marque une plage, lue de sa première à sa dernière image. R la lit en boucle, X l’efface."],
      ["C", "Commente l’image, ou la plage marquée."],
      ["G", "Va au timecode que vous saisissez\u00a0; aussi +10, 120f ou 62,5s."],
    ],
  ),
  list(
    "Cliquez sur un commentaire, ou sur son repère dans la ligne de temps, pour aller à son image. Les liens vers un commentaire ou une image ouvrent la page sur cette image.",
    "Maintenez Ctrl et tournez la molette pour agrandir l’image ou la ligne de temps\u00a0; faites glisser l’image pour la déplacer.",
    "Les vidéos à fréquence d’images variable sont comptées sur une grille régulière, à la fréquence qui affiche chaque image\u00a0; la page l’indique.",
  ),
  heading("drawing", "Dessin et comparaison"),
  list(
    "Commencez un commentaire et choisissez le pinceau pour dessiner sur l’image au stylo, avec des flèches, des rectangles, des ellipses, du texte ou des repères. Le dessin s’affiche sur l’image quand son commentaire est sélectionné, ainsi que dans le PDF.",
    "Comparez deux versions d’un projet pour les lire ensemble et voir quelles images ont changé, sont nouvelles ou ont disparu. Les commentaires ouverts de la version précédente s’affichent sur les images correspondantes de la nouvelle version.",
  ),
  figure(
    "drawing",
    "Le dessin sur une image\u00a0: les outils au-dessus de l’image, et ce qui a été dessiné avec un commentaire.",
  ),
  figure(
    "comparison",
    "La comparaison de deux versions\u00a0: les deux images au même endroit et, dessous, les parties modifiées ou supprimées.",
  ),
  heading("attachments", "Pièces jointes"),
  list(
    "Joignez des fichiers à un commentaire ou à une réponse avec le trombone, ou glissez-les ou collez-les dans le champ de saisie. Un commentaire accepte jusqu’à 10 fichiers de tout type, de 10\u00a0Mo au plus chacun.",
    "Les images s’affichent en vignettes, que vous pouvez ouvrir\u00a0; les autres fichiers se téléchargent. Toute personne qui voit un commentaire voit ses fichiers. Ceux des commentaires «\u00a0Équipe uniquement\u00a0» restent cachés aux invités.",
    "Vous pouvez retirer les fichiers de vos commentaires\u00a0; les administrateurs et les éditeurs peuvent retirer ceux de tous les commentaires. Un fichier retiré ne peut pas être restauré.",
    "Vos programmes utilisent `/api/comments/{id}/attachments`.",
  ),
  heading("exchange", "Logiciels de montage"),
  text(
    "Le menu du panneau des commentaires exporte ceux d’une version\u00a0: en marqueurs pour DaVinci Resolve, Avid, Premiere Pro et Final Cut Pro, en repères EDL, en OpenTimelineIO, en CSV, ou en PDF à lire et à imprimer\u00a0: chaque commentaire avec son image, son dessin, ses réponses et son état. Les timecodes commencent à la même valeur que ceux de la source. Les fichiers EDL, CSV et OTIO s’importent comme commentaires\u00a0; avant tout ajout, la page indique ce qui est nouveau et ce qui est refusé, avec le motif. Les commentaires importés gardent le nom de leur auteur et indiquent qui les a importés. Un fichier importé deux fois n’ajoute rien en double.",
  ),
  heading("roles", "Rôles"),
  table(
    ["Rôle", "Droits"],
    [
      [
        "Lecteur",
        "Regarde les versions, commente et dessine, se prononce en tant que relecteur, et peut quitter le projet.",
      ],
      [
        "Éditeur",
        "Ajoute et modifie aussi des versions, résout et supprime tous les commentaires, en importe, crée des liens de relecture et choisit les relecteurs.",
      ],
      [
        "Administrateur",
        "Invite et retire aussi des personnes, change les rôles, modifie, archive et supprime le projet.",
      ],
      [
        "Propriétaire",
        "A créé le projet. Dispose des droits d’un administrateur et ne peut pas être retiré.",
      ],
    ],
  ),
  heading("approval", "Validation"),
  text(
    "Les relecteurs d’une version sont des personnes du projet, avec une échéance. Ils décident `approved`, `approvedWithNotes` ou `changesWanted`\u00a0; toute personne qui peut ajouter des versions peut aussi décider.",
  ),
  list(
    "Le statut du projet découle des décisions sur sa version la plus récente\u00a0: d’abord les demandes de modifications, puis les décisions qui manquent, puis les remarques. Le champ `status` d’un projet vaut `open`, `inReview`, `approved`, `approvedWithNotes`, `changesWanted` ou `archived`.",
    "Une nouvelle version est soumise aux relecteurs de la précédente.",
    "La vidéo d’une version qui a reçu une décision ne peut plus être remplacée\u00a0: ajoutez l’autre vidéo comme nouvelle version.",
    "Les décisions ne sont jamais modifiées. Une décision ultérieure de la même personne remplace la précédente, et l’historique conserve les deux.",
    "Vos programmes utilisent `/api/projects/{id}/versions/{n}/approval`, `…/reviewers` et `…/decisions`. Votre programme crée l’`uuid` d’une décision\u00a0: une décision envoyée deux fois n’est enregistrée qu’une fois.",
  ),
  heading("notifications", "Notifications"),
  text(
    "Les personnes sont informées des mentions, des réponses, des demandes de décision, des nouvelles versions, ainsi que des commentaires et décisions sur leurs versions. `/api/news` en donne la liste page par page, `/api/news/read` marque comme lu, et `/api/news/settings` indique ce qui est envoyé par e-mail\u00a0: au fur et à mesure, une fois par jour à 8\u00a0h dans le fuseau horaire de la personne, ou jamais. Les personnes ne sont informées ni de leurs propres actions, ni des projets qu’elles ont quittés.",
  ),
  heading("review-links", "Liens de relecture"),
  text(
    "Les personnes sans compte peuvent relire une version grâce à un lien de relecture. «\u00a0Liens de relecture\u00a0», au-dessus des versions d’un projet, les présente aux propriétaires, administrateurs et éditeurs. Vos propres programmes utilisent les appels de `/api/projects/{id}/reviewlinks`.",
  ),
  figure(
    "reviewLink",
    "Un lien de relecture\u00a0: vous choisissez ce qu’il permet, et les invités ne voient que cette version, avec leur nom sur l’image si vous le voulez.",
  ),
  list(
    "Un lien donne accès à une seule version, ou toujours la plus récente. Les invités ne voient aucune autre version, aucun autre projet, aucune autre vidéo, ni les commentaires «\u00a0Équipe uniquement\u00a0». Ils voient qui a écrit un commentaire, mais pas qui d’autre a ouvert la page.",
    "Un lien permet de commenter ou seulement de regarder, et de télécharger ou non. Il peut demander une adresse e-mail et un mot de passe, se terminer à une date, et afficher le nom de l’invité sur l’image.",
    "Les invités dont le lien est révoqué, désactivé ou terminé, ou reçoit un autre mot de passe, perdent l’accès en cinq secondes, même si la page est ouverte. Leurs commentaires restent.",
    "Le filigrane est dessiné par le navigateur de l’invité. Il identifie la personne qui enregistre l’écran\u00a0; il ne protège pas les fichiers téléchargés.",
  ),
  heading("teams", "Équipes"),
  text(
    "Une équipe fait entrer plusieurs personnes dans un projet en une fois. Chaque membre a son rôle dans l’équipe, sauf si le projet donne un même rôle à toute l’équipe. Le rôle le plus élevé d’une personne s’applique. Seul le responsable d’une équipe peut la modifier.",
  ),
];

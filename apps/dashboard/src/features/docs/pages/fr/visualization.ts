import { bookmarklet, code, heading, list, note, type Page, samplesLink, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un panneau affiche, sur la page, la provenance de chaque segment. Il s’adresse aux développeurs d’une page\u00a0; les spectateurs ne le voient pas. Sa langue, l’anglais ou le français, dépend du `lang` de la page. Appuyez sur Échap pour le fermer.",
  ),
  heading("option", "Avec l’option"),
  code("overlayOption"),
  heading("script", "Avec un script"),
  text("Sur une page avec un lecteur connecté au plugin, avant ou après le chargement du script\u00a0:"),
  code("overlayScript"),
  code("overlayModule"),
  heading("bookmarklet", "Avec un marque-page"),
  text(
    "Faites glisser ce bouton dans vos marque-pages, ou créez un marque-page à la main avec le texte ci-dessous comme URL. Ouvrez ensuite une page avec le plugin et cliquez sur ce marque-page.",
  ),
  bookmarklet("Shoal\u00a0: d’où viennent les segments"),
  code("bookmarklet"),
  note(
    "Il ne fonctionne pas sur les pages dont la politique (CSP) bloque les scripts du serveur de diffusion\u00a0: voir [Politique de sécurité](/doc/site/csp).",
  ),
  heading("android", "Dans une WebView Android"),
  text("Dans l’application, une fois la page chargée (Kotlin)\u00a0:"),
  code("android"),
  text(
    "Ou sans modifier l’application\u00a0: ouvrez `chrome://inspect` dans Chrome sur un ordinateur connecté au téléphone, choisissez la WebView, et collez dans sa console le texte qui suit `javascript:`. L’application doit l’autoriser\u00a0: `WebView.setWebContentsDebuggingEnabled(true)`. Nous n’avons testé aucune des deux méthodes sur un appareil.",
  ),
  heading("sees", "Contenu du panneau"),
  list(
    "Ligne de temps\u00a0: elle couvre une minute avant la tête de lecture et trente secondes après. Chaque barre représente un segment, et sa hauteur le débit. Elle est pleine si le segment vient du serveur, hachurée s’il vient des pairs, les deux s’il vient des deux, et en pointillés pendant le chargement. Les interruptions sont marquées à partir de l’ouverture du panneau.",
    "Tous les segments\u00a0: un tableau avec la taille, les expéditeurs et la durée.",
    "Totaux\u00a0: part des données venues des pairs, données par source, envoyées, et inutilisées (en double, en retard ou fausses).",
    "Pairs\u00a0: données et temps d’aller-retour mesurés par WebRTC, et utilisation éventuelle d’un relais.",
    "Règles, et où chacune est définie\u00a0: cette vidéo, sa collection, sa config, le client, ou la valeur par défaut.",
    "Connexion au tracker, nombre de spectateurs, envoi, et débit montant estimé.",
  ),
  heading("live", "Le voir en action"),
  list(
    "La touche `d` ouvre et ferme le panneau dans le lecteur de cette plateforme\u00a0: ouvrez une vidéo de votre bibliothèque avec son lien direct et appuyez sur cette touche.",
    "Les exemples d’une config l’affichent aussi\u00a0: leur URL est `#/samples/` suivi de la clé.",
  ),
  samplesLink("Lancer les exemples avec votre clé"),
];

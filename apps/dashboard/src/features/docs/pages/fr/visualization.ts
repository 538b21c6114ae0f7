import { bookmarklet, code, heading, list, note, type Page, samplesLink, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un panneau qui montre, sur la page, d'où vient chaque segment. Il s'adresse à ceux qui construisent une page ou en prennent soin\u00a0; les spectateurs n'en voient rien. Il parle anglais ou français, selon le `lang` de la page. Échap le ferme.",
  ),
  heading("option", "Par l'option"),
  code("overlayOption"),
  heading("script", "Par un script"),
  text("Sur une page avec un lecteur du plugin, qu'il soit déjà attaché ou qu'il le soit plus tard\u00a0:"),
  code("overlayScript"),
  code("overlayModule"),
  heading("bookmarklet", "Par un marque-page"),
  text(
    "Glissez ce bouton parmi vos marque-pages\u00a0; ou créez un marque-page à la main, avec le texte ci-dessous pour adresse. Ouvrez ensuite une page avec le plugin et cliquez dessus.",
  ),
  bookmarklet("Shoal\u00a0: ce qui vient d'où"),
  code("bookmarklet"),
  note(
    "Une page dont la politique (CSP) n'autorise pas les scripts de l'edge ne l'exécute pas\u00a0: voir [Politique de sécurité](/doc/site/csp).",
  ),
  heading("android", "Dans une WebView d'Android"),
  text("Dans l'application, une fois la page chargée (Kotlin)\u00a0:"),
  code("android"),
  text(
    "Ou sans modifier l'application\u00a0: ouvrez `chrome://inspect` dans Chrome sur un ordinateur auquel le téléphone est branché, choisissez la WebView, et collez dans sa console le texte qui suit `javascript:`. L'application doit le permettre\u00a0: `WebView.setWebContentsDebuggingEnabled(true)`. Nous n'avons testé ni l'un ni l'autre sur un appareil.",
  ),
  heading("sees", "Ce qu'on voit"),
  list(
    "Chronologie\u00a0: une minute avant la tête de lecture et une demi-minute après. Une barre est un segment, haute comme son débit\u00a0; pleine depuis le serveur, hachurée depuis les pairs, les deux quand les deux l'ont envoyé, en pointillés pendant son arrivée. Les attentes sont marquées à partir de l'ouverture du panneau.",
    "Tous les segments\u00a0: un tableau avec la taille, les expéditeurs et la durée.",
    "Totaux\u00a0: part des octets venus des pairs, octets par origine, envoyés, et inutilisés (en double, trop tard ou faux).",
    "Pairs\u00a0: octets et aller-retour comptés par WebRTC, et la présence éventuelle d'un relais.",
    "Règles, avec l'auteur de chacune\u00a0: cette vidéo, sa collection, sa configuration, le client, ou personne.",
    "Si le traqueur est relié, combien de spectateurs regardent, ce qui est envoyé, et le débit montant estimé.",
  ),
  heading("live", "Le voir en action"),
  list(
    "La touche `d` l'ouvre et le ferme sur le lecteur de cette plateforme\u00a0: ouvrez une vidéo de votre bibliothèque par son lien direct et appuyez dessus.",
    "Les exemples d'une configuration fonctionnent avec lui\u00a0: leur adresse est `#/samples/` suivi de la clé.",
  ),
  samplesLink("Lancer les exemples avec votre clé"),
];

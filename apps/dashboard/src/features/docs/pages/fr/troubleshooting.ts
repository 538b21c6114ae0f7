import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "L’[outil de visualisation](/doc/tools/visualization) indique en une ligne pourquoi aucune donnée n’est échangée. Commencez par cet outil\u00a0; le tableau indique quoi faire.",
  ),
  heading("nothing", "Rien ne vient des pairs"),
  table(
    ["Ce que vous voyez", "Pourquoi", "Que faire"],
    [
      [
        "`peers` reste à 0 avec un ou deux spectateurs",
        "Un segment vient des pairs une fois que deux spectateurs en ont reçu les mêmes octets.",
        "Ouvrez une troisième fenêtre.",
      ],
      [
        "`peers` dépasse 0, `bytesPeer` reste à 0",
        "Les octets ou les chemins diffèrent d’un spectateur à l’autre\u00a0: un segment est identifié par son chemin et sa plage d’octets, sans hôte ni paramètres.",
        "Placez ce qui est propre à un spectateur, comme une signature, dans les paramètres et non dans le chemin.",
      ],
      [
        "`audience` reste à 1 alors que d’autres regardent",
        "Les spectateurs ne sont pas mis en relation\u00a0: leur `video` diffère, ou leurs manifestes ont des chemins différents.",
        "Utilisez le même `video` sur toutes les pages.",
      ],
      [
        "La page est en HTTP simple",
        "En HTTP simple, les navigateurs ne peuvent pas vérifier les données des pairs.",
        "Servez-la en HTTPS.",
      ],
      [
        "`onError` signale `site_denied`",
        "Les sites de la config indiquent des sites web, et cette page n’est sur aucun d’eux.",
        "Ajoutez l’hôte de la page à un site de la config.",
      ],
      [
        "La session commence, mais les pairs ne se connectent jamais",
        "Un pare-feu, une extension ou le navigateur bloque WebRTC.",
        "Les [détails techniques](/debug) vérifient ce navigateur et son réseau.",
      ],
      [
        "Safari, iPhone, iPad",
        "Le navigateur lit HLS nativement.",
        "Voir [Safari et HLS natif](/doc/players/safari).",
      ],
      [
        "Des règles désactivent l’échange",
        "Les pairs sont désactivés pour cette plateforme, à cette heure, sous ce nombre de spectateurs ou pour cette part des spectateurs.",
        "Vérifiez les règles dans l’outil de visualisation\u00a0: chacune indique où elle est définie.",
      ],
    ],
  ),
  heading("else", "Autres problèmes"),
  list(
    "Le script ne se charge pas\u00a0: votre politique doit autoriser le serveur de diffusion, voir [Politique de sécurité](/doc/site/csp).",
    "Rien ne se passe et aucune erreur n’est signalée\u00a0: consultez la console. Appelez `attachHls` ou les autres fonctions de connexion avec le lecteur lui-même, si possible avant qu’il ne charge.",
    "La lecture est moins bonne avec le plugin\u00a0: contactez-nous avec les [détails techniques](/debug) et l’URL de la page.",
  ),
];

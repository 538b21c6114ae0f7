import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "L'[outil de visualisation](/doc/tools/visualization) dit en une ligne pourquoi rien n'est échangé. Commencez par lui\u00a0; le tableau indique ce qu'il faut faire.",
  ),
  heading("nothing", "Rien ne vient des pairs"),
  table(
    ["Ce que vous voyez", "Pourquoi", "Que faire"],
    [
      [
        "`peers` reste à 0 avec un ou deux spectateurs",
        "Un segment est pris chez les pairs une fois que deux spectateurs en ont reçu les mêmes octets.",
        "Ouvrez une troisième fenêtre.",
      ],
      [
        "`peers` dépasse 0, `bytesPeer` reste à 0",
        "Les octets ou les chemins diffèrent d'un spectateur à l'autre\u00a0: un segment est reconnu à son chemin et à sa plage d'octets, sans hôte ni paramètres.",
        "Placez ce qui est propre à un spectateur, comme une signature, dans les paramètres et non dans le chemin.",
      ],
      [
        "`audience` reste à 1 alors que d'autres regardent",
        "Les spectateurs ne se rencontrent pas\u00a0: `video` diffère, ou les manifestes ont d'autres chemins.",
        "Donnez le même `video` à toutes les pages.",
      ],
      [
        "La page est en HTTP simple",
        "Les navigateurs ne lui permettent pas de vérifier ce qu'elle reçoit.",
        "Servez-la en HTTPS.",
      ],
      [
        "`onError` dit `site_denied`",
        "Les sites de la configuration nomment des sites web, et cette page n'est sur aucun d'eux.",
        "Ajoutez l'hôte de la page à un site de la configuration.",
      ],
      [
        "La session est là, les pairs ne se relient jamais",
        "Un pare-feu, une extension ou le navigateur bloque WebRTC.",
        "Les [détails techniques](/debug) examinent ce navigateur et son réseau.",
      ],
      [
        "Safari, iPhone, iPad",
        "Le navigateur lit HLS lui-même.",
        "Voir [Safari et HLS natif](/doc/players/safari).",
      ],
      [
        "Les règles le veulent",
        "Les pairs sont désactivés pour cette plateforme, à cette heure, sous ce nombre de spectateurs ou pour cette part des spectateurs.",
        "Regardez les règles dans l'outil de visualisation\u00a0: chacune y est montrée avec son auteur.",
      ],
    ],
  ),
  heading("else", "Autre chose"),
  list(
    "Le script n'est pas chargé\u00a0: votre politique doit autoriser l'edge, voir [Politique de sécurité](/doc/site/csp).",
    "Rien ne se passe et aucune erreur n'est signalée\u00a0: regardez la console. `attachHls` et les fonctions semblables reçoivent le lecteur lui-même, si possible avant qu'il ne charge.",
    "La lecture est moins bonne avec le plugin\u00a0: écrivez-nous avec les [détails techniques](/debug) et l'adresse de la page.",
  ),
];

import { code, heading, list, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Là où la règle «\u00a0Qui peut regarder\u00a0» demande un jeton, une vidéo n'est lue que par ceux qui en présentent un que votre serveur a signé\u00a0: un JWT, signé en ES256 avec une de vos clés.",
  ),
  heading("keys", "Clés"),
  text(
    "Un gestionnaire du compte les ajoute sous [Jetons signés](/config?tab=tokens)\u00a0: faites par la plateforme, qui montre la clé privée une fois, ou les vôtres, de la courbe P-256. Deux au plus\u00a0: ajoutez la suivante, signez avec elle, puis supprimez l'ancienne. En 5 secondes, les spectateurs venus par une clé supprimée sont renvoyés, et ses jetons ne laissent entrer personne.",
  ),
  heading("claims", "Ce que dit un jeton"),
  table(
    ["Champ", "Signification"],
    [
      ["`video`", "L'identifiant de la vidéo, ou le nom que votre page lui donne dans le plugin."],
      [
        "`collection`",
        "À la place\u00a0: chaque vidéo que vous avez placée dans la collection de ce nom. Avec `video`, les deux doivent convenir.",
      ],
      [
        "`exp`",
        "Jusqu'à quand il est accepté, en secondes depuis 1970. Obligatoire. Placez-le après la fin de ce qui est regardé, ou donnez-en un nouveau à temps (voir Renouvellement plus bas).",
      ],
      ["`nbf`", "À partir de quand. Facultatif."],
      ["`origin`", "Le site dont les pages peuvent la lire, comme `https://www.example.com`. Facultatif."],
      ["`ip`", "L'adresse du spectateur, ou son réseau au format CIDR. Facultatif."],
      ["`viewer`", "À qui vous l'avez donné, 200 caractères au plus. La plateforme ne le garde nulle part."],
    ],
  ),
  list(
    "L'en-tête a `alg`, qui est `ES256`, et de préférence `kid`\u00a0: l'identifiant de la clé.",
    "Un jeton a 4\u202f000 caractères au plus.",
    "Les horloges peuvent différer de 60 secondes.",
  ),
  heading("sign", "En faire un"),
  text(
    "Pour Node. La clé privée est dans `STREAMING_KEY`, l'identifiant de la clé dans `STREAMING_KEY_ID`\u00a0:",
  ),
  code("signToken"),
  heading("plugin", "Avec le plugin"),
  text(
    "L'option `authorization` prend un jeton, ou une fonction qui en donne un et à qui il est demandé à chaque renouvellement\u00a0:",
  ),
  code("authorization"),
  heading("embed", "Avec la page du lecteur"),
  text(
    "Il se place derrière le `#` de l'adresse du [cadre](/doc/tools/embed), où il n'atteint ni serveur ni journal\u00a0:",
  ),
  code("embedToken"),
  heading("renewal", "Renouvellement"),
  text(
    "Les lecteurs présentent de nouveau un jeton toutes les dix minutes environ, et quand les règles de qui peut regarder ont changé. Les jetons peuvent être courts\u00a0: donnez le suivant à temps, et personne ne remarque rien.",
  ),
  list(
    "Dans un cadre\u00a0: changez son adresse avec un autre jeton. Le lecteur le prend au renouvellement suivant, sans se recharger.",
    "Avec le plugin, votre fonction est appelée. L'échange continue avec ce qu'elle donne\u00a0; le lecteur n'est pas rechargé.",
    "Si elle rend `undefined`, ou un jeton qui ne laisse entrer personne, le plugin n'échange plus rien à partir de là, signale `denied` une fois, et le lecteur continue depuis votre CDN. Dès qu'il y a un jeton, appelez `close()` et attachez de nouveau\u00a0; hls.js continue pendant ce temps.",
    "Si elle lance une exception, ou si sa promesse est rejetée ou ne dit rien pendant 10 secondes, le plugin signale `unreachable` et l'appelle de nouveau dans les 15 secondes.",
  ),
  heading("errors", "Erreurs"),
  text(
    "Le plugin signale `denied`, et son lecteur continue depuis votre CDN seul\u00a0; un cadre envoie l'événement `error` et dit au spectateur ce qui ne va pas.",
  ),
  table(
    ["Erreur", "Cause"],
    [
      ["`authorization_required`", "Aucun jeton n'a été présenté."],
      ["`authorization_invalid`", "Le jeton présenté ne le laisse pas entrer."],
    ],
  ),
  text(
    "La réponse de l'edge dit pourquoi dans son champ `authorization`\u00a0: `malformed`, `unknown key`, `wrong signature`, `expired`, `not valid yet`, `wrong video`, `wrong origin` ou `wrong address`.",
  ),
  note(
    "La clé privée n'a sa place que dans votre serveur, jamais dans une page\u00a0: qui l'a peut laisser regarder n'importe qui.",
  ),
];

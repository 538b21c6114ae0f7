import { code, heading, list, note, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Si la règle «\u00a0Qui peut regarder\u00a0» exige un jeton, une vidéo n’est lue que par les spectateurs munis d’un jeton signé par votre serveur\u00a0: un JWT, signé en ES256 avec une de vos clés.",
  ),
  heading("keys", "Clés"),
  text(
    "Un gestionnaire du compte les ajoute sous [Jetons signés](/config?tab=tokens)\u00a0: générées par la plateforme, qui affiche la clé privée une seule fois, ou les vôtres, sur la courbe P-256. Vous pouvez en avoir deux au plus\u00a0: ajoutez la suivante, signez avec elle, puis supprimez la précédente. Quand vous supprimez une clé, ses jetons cessent de fonctionner, et la lecture s’arrête en 5 secondes pour les spectateurs qui en utilisaient un.",
  ),
  heading("claims", "Champs d’un jeton"),
  table(
    ["Champ", "Signification"],
    [
      ["`video`", "L’identifiant de la vidéo, ou le nom que votre page lui donne dans le plugin."],
      [
        "`collection`",
        "À la place de `video`\u00a0: chaque vidéo que vous avez placée dans la collection de ce nom. Si les deux sont présents, les deux doivent correspondre.",
      ],
      [
        "`exp`",
        "Expiration, en secondes depuis 1970. Obligatoire. Fixez-la après la fin du visionnage, ou fournissez un nouveau jeton à temps (voir Renouvellement plus bas).",
      ],
      ["`nbf`", "Début de validité. Facultatif."],
      ["`origin`", "Le site dont les pages peuvent la lire, comme `https://www.example.com`. Facultatif."],
      ["`ip`", "L’adresse IP du spectateur, ou son réseau au format CIDR. Facultatif."],
      [
        "`viewer`",
        "Votre nom pour le spectateur, 200 caractères au plus. La plateforme ne l’enregistre pas.",
      ],
    ],
  ),
  list(
    "L’en-tête contient `alg`, qui vaut `ES256`, et de préférence `kid`, l’identifiant de la clé.",
    "Un jeton compte 4 000 caractères au plus.",
    "Les horloges peuvent s’écarter de 60 secondes au plus.",
  ),
  heading("sign", "Créer un jeton"),
  text(
    "Exemple pour Node.js. La clé privée est dans `STREAMING_KEY`, l’identifiant de la clé dans `STREAMING_KEY_ID`\u00a0:",
  ),
  code("signToken"),
  heading("plugin", "Avec le plugin"),
  text(
    "L’option `authorization` accepte un jeton, ou une fonction qui en renvoie un et qui est appelée à chaque renouvellement\u00a0:",
  ),
  code("authorization"),
  heading("embed", "Avec la page du lecteur"),
  text(
    "Placez le jeton après le `#` dans l’URL de l’[iframe](/doc/tools/embed), où il n’est transmis à aucun serveur ni journal\u00a0:",
  ),
  code("embedToken"),
  heading("renewal", "Renouvellement"),
  text(
    "Les lecteurs renvoient un jeton toutes les dix minutes environ, et quand les règles d’accès changent. Les jetons peuvent être de courte durée\u00a0: fournissez le suivant à temps, et les spectateurs ne remarquent rien.",
  ),
  list(
    "Dans une iframe\u00a0: modifiez son URL avec le nouveau jeton. Le lecteur l’utilise au renouvellement suivant, sans se recharger.",
    "Avec le plugin, votre fonction est appelée. L’échange continue avec ce qu’elle renvoie\u00a0; le lecteur ne se recharge pas.",
    "Si elle renvoie `undefined`, ou un jeton qui ne donne pas accès, le plugin cesse d’échanger des données et signale `denied` une fois, et le lecteur continue à partir de votre CDN. Dès que vous avez un jeton, appelez `close()` et reconnectez le plugin\u00a0; hls.js continue de lire pendant ce temps.",
    "Si elle lève une exception, ou si sa promesse est rejetée ou n’aboutit pas en 10 secondes, le plugin signale `unreachable` et la rappelle dans les 15 secondes.",
  ),
  heading("errors", "Erreurs"),
  text(
    "Le plugin signale `denied`, et son lecteur continue à partir de votre CDN uniquement\u00a0; une iframe envoie l’événement `error` et affiche le motif aux spectateurs.",
  ),
  table(
    ["Erreur", "Cause"],
    [
      ["`authorization_required`", "Aucun jeton n’a été envoyé."],
      ["`authorization_invalid`", "Le jeton ne donne pas accès."],
    ],
  ),
  text(
    "La réponse du serveur de diffusion donne la raison dans son champ `authorization`\u00a0: `malformed`, `unknown key`, `wrong signature`, `expired`, `not valid yet`, `wrong video`, `wrong origin` ou `wrong address`.",
  ),
  note(
    "Gardez la clé privée sur votre serveur, jamais dans une page\u00a0: toute personne qui la détient peut donner accès à vos vidéos.",
  ),
];

import { heading, list, note, type Page, steps, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Un site est un lieu dont les spectateurs partagent une même ligne internet\u00a0: un bureau, une école, un hôtel. Quand ses spectateurs échangent leurs données, chaque segment d’une vidéo ne passe qu’une ou deux fois par cette ligne, quel que soit le nombre de spectateurs.",
  ),
  heading("set-up", "Configurer un site"),
  steps(
    "Ouvrez la config dans [Configs](/config) et ajoutez un site.",
    "Saisissez les adresses IP publiques par lesquelles le site se connecte à Internet, ou les sous-réseaux de son réseau si le serveur de diffusion s’y trouve.",
    "Choisissez avec qui ses spectateurs échangent des données, puis enregistrez\u00a0: le choix s’applique aux spectateurs actuels en moins de 10 secondes.",
  ),
  text(
    "Un site s’applique aux pages qui ont la clé de sa config, et à vos vidéos de cette plateforme qui ont cette config. Un spectateur appartient au premier site qui comprend son adresse.",
  ),
  heading("exchange", "Avec qui les spectateurs échangent des données"),
  table(
    ["Choix", "Signification"],
    [
      [
        "D’abord entre eux",
        "Les spectateurs du site sont mis en relation en priorité. Si l’un d’eux n’a plus de connexion libre, un spectateur d’ailleurs cède sa place. Ce qui manque encore peut venir d’ailleurs, par la ligne.",
      ],
      [
        "Uniquement entre eux",
        "Les spectateurs du site forment leur propre groupe\u00a0: ils n’échangent aucune donnée avec l’extérieur. Un spectateur (deux avec le plugin) récupère chaque segment, et les autres le reçoivent de lui. Les spectateurs sans pair sur le site passent par le CDN.",
      ],
    ],
  ),
  heading("figures", "Données économisées"),
  text(
    "Chaque site d’une config a ses propres statistiques\u00a0: spectateurs, durée de visionnage, et données transportées et économisées par sa ligne en un jour, une semaine ou 30 jours. Elles sont exactes si les spectateurs n’échangent des données qu’au sein du site. S’ils en échangent aussi avec l’extérieur, les données échangées au sein du site ne sont pas mesurées séparément\u00a0: la page indique «\u00a0au moins\u00a0» et «\u00a0au plus\u00a0».",
  ),
  heading("know", "Bon à savoir"),
  list(
    "Les spectateurs doivent pouvoir se joindre sur le réseau du site. Si les appareils sont isolés (réseaux invités, isolation des clients), aucune donnée n’est échangée et tout vient du CDN.",
    "Avec un relais (TURN) hors du site, les données échangées sortent du site puis y reviennent. Donnez au site son propre relais, ou aucun.",
    "Avec le plugin, deux spectateurs récupèrent chaque segment avant que les autres le reçoivent d’eux, car les données sont vérifiées avec ce que deux spectateurs ont reçu. Avec les vidéos de cette plateforme, un seul suffit.",
    "Un site garde son identité et ses statistiques quand vous le renommez. Une copie d’une config a ses propres sites.",
  ),
  note(
    "Un direct sans délai vient directement de la page de la caméra\u00a0: chacun de ses premiers spectateurs sur le site utilise la ligne.",
  ),
];

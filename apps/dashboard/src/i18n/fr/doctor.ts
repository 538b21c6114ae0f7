import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"doctor"> = {
  errors: { check_running: "Une vérification est déjà en cours. Son résultat s’affichera ici." },
  doctor: {
    title: "État",
    none: "Pas encore vérifiée",
    noneText:
      "L’installation se vérifie une fois par jour, pour la première fois un jour après sa mise en place. Pour avoir le résultat plus tôt, vérifiez-la maintenant.",
    checkNow: "Vérifier maintenant",
    checking: "Vérification en cours…",
    soFar:
      "Lancée le {{at}}. Jusqu’ici : {{objects}} fichiers ({{size}}), {{videos}} vidéos, {{checksums}} sommes de contrôle. Vous pouvez quitter cette page : le résultat s’affichera ici.",
    well: "Tout va bien",
    wellText: "La base de données, les médias, la file d’attente et les statistiques concordent.",
    fault: "Une partie de la vérification n’a pas pu se faire",
    seen: "Vérifiée le {{at}} : {{objects}} fichiers ({{size}}), {{videos}} vidéos, {{checksums}} sommes de contrôle.",
    more_one: "et {{count, number}} de plus",
    more_other: "et {{count, number}} de plus",
    repairing_one: "{{count, number}} est en cours de réencodage depuis son fichier source.",
    repairing_other: "{{count, number}} sont en cours de réencodage depuis leur fichier source.",
    repairs: "Réparations",
    repairsText:
      "Les segments endommagés ou manquants sont réencodés depuis le fichier source de leur vidéo. Les spectateurs les reçoivent ensuite de nouveau.",
    repairStates: {
      wanted: "En attente",
      sent: "En cours d’encodage",
      repaired: "Réparé",
      failed: "Échec",
    },
    kinds: {
      missing_media: {
        title: "Fichiers manquants",
        text: "Des vidéos ou des messages en ont besoin. Les segments sont réencodés si le fichier source existe. Restaurez les autres depuis une sauvegarde.",
      },
      short_media: {
        title: "Fichiers incomplets",
        text: "Ils sont plus courts que prévu. Les segments sont réencodés si le fichier source existe. Restaurez les autres depuis une sauvegarde.",
      },
      damaged_media: {
        title: "Segments endommagés",
        text: "Les spectateurs ne les reçoivent pas. Ils sont réencodés si le fichier source existe. Restaurez les autres depuis une sauvegarde.",
      },
      lost_video: {
        title: "Vidéos sans tâche d’encodage",
        text: "Elles attendent depuis plus d’un jour. Relancez leur encodage.",
      },
      stuck_job: {
        title: "Tâches qui ne signalent plus leur progression",
        text: "Vérifiez que leur worker fonctionne. La file d’attente les relance automatiquement.",
      },
      waiting_job: {
        title: "Tâches en attente depuis plus d’un jour",
        text: "Démarrez d’autres workers, ou cherchez dans le journal pourquoi elles échouent.",
      },
      forgotten_upload: {
        title: "Envois inachevés qui n’ont pas été supprimés",
        text: "Ils sont normalement supprimés automatiquement. Consultez le journal de l’API.",
      },
      wrong_figures: {
        title: "Vidéos aux chiffres dépassés",
        text: "Les vues affichées dans les listes diffèrent des statistiques. npm run doctor -- --mend les met à jour.",
      },
      orphan_media: {
        title: "Dossiers sans propriétaire",
        text: "Ils ne font qu’occuper de la place. npm run doctor -- --mend supprime ceux trouvés il y a au moins un jour.",
      },
      unknown_media: {
        title: "Fichiers aux noms inconnus",
        text: "Ils n’ont pas été écrits par Shoal. Ils ne sont jamais supprimés.",
      },
    },
  },
};

import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"doctor"> = {
  errors: { check_running: "Une vérification est déjà en cours. Son résultat s’affiche ici." },
  doctor: {
    title: "État",
    none: "Pas encore vérifiée",
    noneText:
      "L’installation se vérifie une fois par jour, à partir du lendemain de sa mise en place. Pour obtenir le résultat plus tôt, lancez la vérification maintenant.",
    checkNow: "Vérifier maintenant",
    checking: "Vérification en cours…",
    soFar:
      "Lancée le {{at}}. Jusqu’ici\u00a0: {{objects}} fichiers ({{size}}), {{videos}} vidéos, {{checksums}} sommes de contrôle. Vous pouvez quitter cette page\u00a0: le résultat s’affiche ici.",
    well: "Aucun problème trouvé",
    wellText: "La base de données, les médias, la file d’attente et les statistiques concordent.",
    fault: "Une partie de la vérification a échoué",
    seen: "Vérifiée le {{at}} : {{objects}} fichiers ({{size}}), {{videos}} vidéos, {{checksums}} sommes de contrôle.",
    more_one: "et {{count, number}} de plus",
    more_other: "et {{count, number}} de plus",
    repairing_one: "{{count, number}} est en cours de réencodage depuis son fichier source.",
    repairing_other: "{{count, number}} sont en cours de réencodage depuis leur fichier source.",
    repairs: "Réparations",
    repairsText:
      "Les segments endommagés ou manquants sont réencodés depuis le fichier source de leur vidéo. Les spectateurs peuvent ensuite les recevoir.",
    repairStates: {
      wanted: "En attente",
      sent: "En cours d’encodage",
      repaired: "Réparé",
      failed: "Échec",
    },
    kinds: {
      missing_media: {
        title: "Fichiers manquants",
        text: "Des vidéos ou des messages ont besoin de ces fichiers. Les segments sont réencodés si le fichier source existe. Restaurez les autres fichiers depuis une sauvegarde.",
      },
      short_media: {
        title: "Fichiers incomplets",
        text: "Ces fichiers sont plus courts que prévu. Les segments sont réencodés si le fichier source existe. Restaurez les autres fichiers depuis une sauvegarde.",
      },
      damaged_media: {
        title: "Segments endommagés",
        text: "Les spectateurs ne reçoivent pas ces segments. Ils sont réencodés si le fichier source existe. Restaurez les autres depuis une sauvegarde.",
      },
      lost_video: {
        title: "Vidéos sans tâche d’encodage",
        text: "Ces vidéos attendent depuis plus d’un jour. Relancez leur encodage.",
      },
      stuck_job: {
        title: "Tâches bloquées",
        text: "Ces tâches ne signalent plus leur progression. Vérifiez que leur worker fonctionne. La file d’attente les relance automatiquement.",
      },
      waiting_job: {
        title: "Tâches en attente depuis plus d’un jour",
        text: "Démarrez d’autres workers, ou cherchez dans le journal pourquoi ces tâches échouent.",
      },
      forgotten_upload: {
        title: "Envois inachevés non supprimés",
        text: "Ces envois auraient dû être supprimés automatiquement. Consultez le journal de l’API.",
      },
      wrong_figures: {
        title: "Vidéos dont les statistiques sont obsolètes",
        text: "Les vues affichées dans les listes diffèrent des statistiques. Pour les mettre à jour, lancez npm run doctor -- --mend.",
      },
      orphan_media: {
        title: "Dossiers sans propriétaire",
        text: "Ces dossiers ne font qu’occuper de la place. Pour supprimer ceux trouvés il y a au moins un jour, lancez npm run doctor -- --mend.",
      },
      unknown_media: {
        title: "Fichiers aux noms inconnus",
        text: "Shoal n’a pas écrit ces fichiers dans le stockage des médias. Ils ne sont jamais supprimés.",
      },
    },
  },
};

import type { TextsOf } from "../texts.ts";

export const texts = {
  trash: {
    title: "Corbeille",
    count_one: "{{count}} vidéo",
    count_other: "{{count}} vidéos",
    video: "Vidéo",
    author: "Auteur",
    deletedAt: "Supprimée",
    purgeAt: "Conservée jusqu’au",
    actions: "Actions",
    restore: "Restaurer",
    restored: "«\u00a0{{title}}\u00a0» a été restaurée",
    purge: "Supprimer définitivement",
    purgeQuestion: "Supprimer définitivement cette vidéo\u00a0?",
    purgeConsequence:
      "La vidéo et ses fichiers ne pourront plus être restaurés. Ses statistiques sont conservées.",
    purged: "«\u00a0{{title}}\u00a0» a été définitivement supprimée",
    gone: "«\u00a0{{title}}\u00a0» n’est plus dans la corbeille",
    empty: "La corbeille est vide",
    emptyHint: "Les vidéos supprimées restent ici 30 jours et peuvent être restaurées.",
  },
} satisfies TextsOf<"trash">;

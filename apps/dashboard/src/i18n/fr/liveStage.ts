import type { TextsOf } from "../texts.ts";

export const texts = {
  liveStage: {
    titles: {
      waiting: "En attente d’un signal",
      scheduled: "Programmé le {{date}}",
      starting: "Démarrage du direct",
      onAir: "Le direct est à l’antenne",
      interrupted: "Aucun signal",
      ending: "Le direct se termine",
      stopping: "Arrêt du direct en cours",
      ended: "Ce direct est terminé",
      notBegun: "Ce direct n’est pas à l’antenne",
      error: "Ce direct a échoué",
    },
    hints: {
      scheduled:
        "D’ici là, les spectateurs voient un compte à rebours. Vous pouvez déjà envoyer votre signal.",
      onAir: "Le lecteur s’affiche ici dans un instant.",
      interrupted: "Le direct continue si le signal revient dans la minute.",
      ending: "Il se termine dans la minute, sauf s’il reprend.",
      stopping: "Il se termine dans un instant.",
      shoalRTMP: {
        waiting: "Le lecteur s’affiche ici dès que votre encodeur se connecte.",
        starting: "Cela prend jusqu’à 30 secondes après la connexion de votre encodeur.",
        ended: "Redémarrez votre encodeur pour revenir à l’antenne.",
        closed: "Les encodeurs sont refusés tant que vous ne redémarrez pas le direct.",
      },
      custom: {
        waiting: "Le lecteur s’affiche ici dès que la source répond.",
        starting: "Le lecteur s’affiche ici dès que la source répond.",
        ended: "Il recommence dès que la source répond.",
        closed: "Rien n’est récupéré tant que vous ne redémarrez pas le direct.",
      },
      camera: {
        waiting: "Le lecteur s’affiche ici dès qu’une caméra ou un écran est partagé.",
        starting: "Le lecteur s’affiche ici dès qu’une caméra ou un écran est partagé.",
        ended: "Allumez une caméra ou partagez un écran pour revenir à l’antenne.",
        closed: "Redémarrez le direct pour revenir à l’antenne.",
      },
    },
    watch_one: "Voir l’enregistrement",
    watch_other: "Voir les enregistrements",
  },
} satisfies TextsOf<"liveStage">;

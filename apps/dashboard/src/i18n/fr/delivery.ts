import type { TextsOf } from "../texts.ts";

export const texts = {
  delivery: {
    title: "Directs sans délai",
    count_one: "{{count}} en cours",
    count_other: "{{count}} en cours",
    live: "Direct",
    state: "Statut",
    since: "Depuis",
    empty: "Aucun direct sans délai en cours",
    emptyHint:
      "Une caméra en mode «\u00a0Sans délai\u00a0» ou «\u00a0Mixte\u00a0» diffuse son image en temps réel à {{places}} spectateurs au plus. Tant qu’elle est allumée, sa salle apparaît ici.",
    room: "Salle",
    all: "Toutes les salles",
    filmedBy: "Diffusé par",
    nobody: "Aucune caméra en ce moment",
    link: "Lien pour les spectateurs",
    toVideo: "Page de la vidéo",
    takesPlace: "Regarder ici occupe l’une des {{places}} places sans délai.",
    hints: {
      stopped: "Pas encore de caméra.",
      connecting: "La caméra est connectée. Le démarrage prend quelques secondes.",
      encoding: "Chargement du lecteur.",
      live: "Les spectateurs qui ont le lien peuvent maintenant voir le direct.",
      lost: "La page de capture a perdu sa connexion. Le direct continue si elle se reconnecte dans la minute.",
      error: "Ce direct ne répond pas. Consultez la page de la vidéo.",
      stopping: "Le direct se termine dans un instant.",
      ending: "La caméra a été arrêtée. Le direct se termine dans la minute, sauf si elle redémarre.",
      ended: "Aucune caméra en ce moment. Allumez-en une pour recommencer.",
    },
    none: {
      gone: { title: "Cette salle n’existe pas", text: "Le direct a été supprimé." },
      noLive: { title: "Cette salle n’existe pas", text: "Cette vidéo n’est pas un direct." },
      delayed: {
        title: "Ce direct n’a pas de salle",
        text: "Tous ses spectateurs le voient avec un léger retard. Pour une caméra, vous pouvez choisir le délai sur la page de la vidéo.",
      },
    },
  },
} satisfies TextsOf<"delivery">;

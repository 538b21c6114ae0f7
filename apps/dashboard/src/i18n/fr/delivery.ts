import type { TextsOf } from "../texts.ts";

export const texts = {
  delivery: {
    title: "Directs sans délai",
    count_one: "{{count}} en cours",
    count_other: "{{count}} en cours",
    live: "Direct",
    state: "État",
    since: "Depuis",
    empty: "Aucun direct sans délai en cours",
    emptyHint:
      "Une caméra qui filme «\u00a0Sans délai\u00a0» ou en «\u00a0Mixte\u00a0» montre à {{places}} spectateurs au plus ce qui se passe à l'instant même. Tant qu'elle filme, elle a sa salle ici.",
    room: "Salle",
    all: "Toutes les salles",
    filmedBy: "Filmé par",
    nobody: "Plus personne",
    link: "Lien pour les spectateurs",
    toVideo: "Page de la vidéo",
    takesPlace: "Qui regarde ici occupe l'une des {{places}} places sans délai.",
    hints: {
      stopped: "Personne ne filme encore.",
      connecting: "La caméra est là. Cela prend quelques secondes.",
      encoding: "Le lecteur est en cours de chargement.",
      live: "Les spectateurs qui ont le lien le voient maintenant.",
      lost: "La page qui filme a perdu sa connexion. Le direct continue si elle revient dans la minute.",
      error: "On est sans nouvelles de ce direct. Consultez la page de la vidéo.",
      stopping: "Le direct se termine dans un instant.",
      ending: "La caméra a été arrêtée. Le direct se termine dans la minute, sauf si elle redémarre.",
      ended: "Personne ne filme en ce moment. Il recommence là où une caméra est allumée.",
    },
    none: {
      gone: { title: "Cette salle n'existe pas", text: "Le direct auquel elle appartenait n'existe plus." },
      noLive: { title: "Cette salle n'existe pas", text: "Cette vidéo n'est pas un direct." },
      delayed: {
        title: "Ce direct n'a pas de salle",
        text: "Tous ses spectateurs ont un léger retard. Le délai se choisit sur la page de la vidéo, pour les caméras.",
      },
    },
  },
} satisfies TextsOf<"delivery">;

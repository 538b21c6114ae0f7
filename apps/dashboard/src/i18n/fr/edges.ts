import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"edges"> = {
  edges: {
    title: "Serveurs de diffusion",
    count_one: "{{count, number}} spectateur",
    count_other: "{{count, number}} spectateurs",
    all_one: "Afficher {{count, number}} serveur",
    all_other: "Afficher les {{count, number}} serveurs",
    stale: "Les statistiques sont momentanément indisponibles. Voici les dernières reçues.",
    states: { good: "En service", faulty: "En service, avec des défauts", away: "Ne répond pas" },
    version: "Version {{version}}, en service depuis {{age}}",
    problems: {
      away: "L’API n’arrive pas à joindre ce serveur à son URL publique.",
      missed_one:
        "{{count, number}} autre serveur ne reçoit plus ses réponses depuis 10 secondes et dirige les spectateurs ailleurs.",
      missed_other:
        "{{count, number}} autres serveurs ne reçoivent plus ses réponses depuis 10 secondes et dirigent les spectateurs ailleurs.",
      closing: "Ce serveur est en cours d’arrêt.",
      apiAway:
        "Ce serveur n’arrive pas à joindre l’API. Les vidéos connues continuent, mais les nouvelles ne démarrent pas.",
      notFollowing:
        "Ce serveur n’est pas notifié des changements et interroge l’API à intervalles réguliers.",
      notDelivering:
        "La base de données des statistiques n’accepte pas de données\u00a0: {{bytes}} attendent sur le disque de ce serveur.",
    },
    viewers: "Spectateurs",
    rooms: "Salles",
    places: "Sans délai",
    placesOf: "{{taken, number}} regardent, {{waiting, number}} attendent",
    offload: "Reçu des pairs",
    spool: "Statistiques en attente",
    lately_one: "Dans la dernière minute",
    lately_other: "Dans les {{count, number}} dernières minutes",
    admitted: "Sessions commencées ou renouvelées",
    refused: "Refusées",
    failed: "Réponses en échec",
    refusals: {
      playback_streaming_off: "diffusion désactivée",
      playback_address_denied: "adresse",
      playback_country_denied: "pays",
      playback_vpn_denied: "VPN ou proxy",
      playback_website_denied: "site web",
      playback_subdomain_denied: "sous-domaine",
      playback_authorization_required: "sans jeton",
      playback_authorization_invalid: "jeton non valide",
      playback_suspended: "budget épuisé",
      playback_denied: "site d’un lien d’export",
      playback_password_wrong: "mot de passe incorrect",
      playback_not_started: "avant son début",
      config_site_denied: "site d’une config",
    },
    limits: {
      address: "trop de demandes depuis une adresse",
      key: "trop de demandes avec une clé",
      client: "trop de demandes pour un client",
      sockets: "trop de sockets depuis une adresse",
    },
    roomsTitle: "En cours de visionnage",
    search: "Rechercher par titre ou client",
    clearSearch: "Effacer la recherche",
    silent_one:
      "{{silent, number}} serveur sur {{count, number}} n’a pas répondu\u00a0: ses spectateurs ne sont pas comptés.",
    silent_other:
      "{{silent, number}} serveurs sur {{count, number}} n’ont pas répondu\u00a0: leurs spectateurs ne sont pas comptés.",
    name: "Titre",
    elsewhere: "sur un autre CDN, ou supprimée",
    client: "Client",
    noClient: "supprimé",
    at: "Serveurs",
    nobody: "Aucun spectateur en ce moment",
    nobodyText: "Les salles apparaissent ici dès que des spectateurs regardent.",
    notFound: "Aucun résultat",
  },
};

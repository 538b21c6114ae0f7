import type { TextsOf } from "../texts.ts";

export const texts = {
  live: {
    server: "Serveur",
    serverCopied: "L'URL du flux est copiée",
    encoderHint:
      "Dans OBS\u00a0: Paramètres → Stream (Flux), service «\u00a0Personnalisé…\u00a0». Envoyez du H.264 et de l'AAC, avec une image clé toutes les 2 secondes.",
    key: {
      label: "Clé de flux",
      show: "Afficher",
      hide: "Masquer",
      copied: "La clé de flux est copiée",
      renew: "Renouveler la clé",
      renewQuestion: "Renouveler la clé de flux\u00a0?",
      renewText:
        "La clé actuelle n'ouvrira plus rien\u00a0: mettez la nouvelle dans vos encodeurs. Celui qui diffuse avec l'ancienne continue jusqu'à ce qu'il s'arrête.",
      renewed: "La clé de flux est renouvelée",
    },
    seek: {
      edit: "Modifier le retour en arrière",
      allow: "Retour en arrière pour les spectateurs",
      allowHint: "Ils revoient ce qu'ils ont manqué pendant que le direct continue.",
      duration: "Jusqu'où (s)",
      durationHint: "De {{min}} à {{max}} secondes",
      fault: "Indiquez un nombre entier de {{min}} à {{max}}.",
      upTo_one: "Jusqu'à {{count}} seconde",
      upTo_other: "Jusqu'à {{count}} secondes",
      none: "Non",
    },
    fromNextStart: "Cela vaudra à partir du prochain démarrage du direct.",
    saved: "Enregistré. Cela vaudra à partir du prochain démarrage du direct.",
    created: {
      title: "Direct créé",
      text: "Sa fenêtre indique le serveur et la clé de flux pour votre encodeur. Le direct commence dès que celui-ci diffuse.",
    },
    noLive: "Cette vidéo n'est pas un direct.",
    refresh: "Actualiser",
    toPage: "Tous les réglages",
    viewers_one: "{{count}} spectateur",
    viewers_other: "{{count}} spectateurs",
    states: {
      stopped: "Démarrage...",
      connecting: "Connexion...",
      encoding: "Démarrage du flux...",
      error: "Erreur, flux arrêté.",
      lost: "Connexion perdue.",
      live: "En direct",
      stopping: "Arrêt en cours...",
      ended: "Direct arrêté",
    },
    stateHints: {
      stopped: "Démarrez votre encodeur avec ce serveur et cette clé de flux.",
      connecting: "Votre encodeur est là. Cela prend jusqu'à 30 secondes.",
      encoding: "Le lecteur est en cours de chargement.",
      error: "Vérifiez votre encodeur, puis redémarrez-le.",
      lost: "Votre encodeur n'envoie rien. Le direct continue s'il revient dans la minute.",
      stopping: "Le direct se termine dans un instant.",
      ended: "Redémarrez votre encodeur pour revenir à l'antenne.",
      closed: "Les encodeurs sont refusés tant que vous ne redémarrez pas le direct.",
    },
    health: {
      title: "Ce qu'envoie votre encodeur",
      begins: "Mesure en cours…",
      nothing: "Rien n'est mesuré pour le moment",
      failed: "Impossible d'afficher ce qu'envoie votre encodeur.",
      levels: { good: "Bon", attention: "À surveiller", bad: "Mauvais" },
      adviceLevels: { bad: "Grave", attention: "Attention", hint: "Conseil" },
      line: "Débit des {{sec}} dernières secondes\u00a0: {{least}}\u00a0kbit/s au moins, {{most}} au plus, {{now}} à présent",
      bitrate: "Débit",
      kbps: "{{value}}\u00a0kbit/s",
      fps: "Cadence",
      fpsOf: "{{fps}} sur {{announcedFps}}\u00a0i/s",
      keyInterval: "Images clés",
      keyEach: "Toutes les {{value}}\u00a0s",
      dropped: "Images perdues",
      picture: "Image",
      sound: "Son",
      unknown: "–",
      pictureNone: "Aucune",
      soundNone: "Aucun",
      advices: {
        nothingComes: {
          title: "Plus rien n'arrive depuis {{sec}}\u00a0s.",
          text: "Vérifiez que l'encodeur tourne toujours et que son réseau fonctionne. Sans signal pendant une minute, le direct se termine.",
        },
        pictureStopped: {
          title: "L'image n'arrive plus.",
          text: "Le son arrive encore. Vérifiez la caméra ou la source, et que l'ordinateur de l'encodeur suit.",
        },
        networkSlow: {
          title:
            "Votre réseau est trop lent\u00a0: {{nowKbps}}\u00a0kbit/s arrivent au lieu de {{usualKbps}}.",
          text: "Préférez un câble au Wi-Fi, arrêtez les autres envois, ou réglez un débit plus bas dans votre encodeur.",
        },
        framesDropped: {
          title: "{{droppedPct}}\u00a0% des images manquent.",
          text: "L'encodeur en abandonne quand son réseau ou son ordinateur ne suit pas. Réglez un débit plus bas ou une image plus petite.",
        },
        fpsLow: {
          title: "{{fps}} images par seconde arrivent au lieu de {{announcedFps}}.",
          text: "Choisissez un préréglage plus rapide ou une image plus petite si l'ordinateur est surchargé. Si cette cadence est voulue, réglez-la dans l'encodeur.",
        },
        keyFramesFar: {
          title: "Les images clés sont espacées de {{sec}}\u00a0s.",
          text: "Réglez l'intervalle d'images clés de votre encodeur sur 2\u00a0s\u00a0: le direct démarre et revient plus vite.",
        },
        noPicture: {
          title: "Aucune image n'arrive.",
          text: "Si vous n'envoyez que du son, tout va bien. Sinon, vérifiez la source vidéo de votre encodeur.",
        },
        noSound: {
          title: "Aucun son n'arrive.",
          text: "Si vous n'envoyez que l'image, tout va bien. Sinon, vérifiez la source audio de votre encodeur.",
        },
        bitrateLow: {
          title: "{{kbps}}\u00a0kbit/s, c'est peu pour {{width}}\u00a0×\u00a0{{height}}.",
          text: "Réglez {{leastKbps}}\u00a0kbit/s ou plus, ou une image plus petite. Si votre image bouge à peine, cela convient.",
        },
        bitrateFalls: {
          title: "Le débit est tombé à {{nowKbps}}\u00a0kbit/s, au lieu de {{usualKbps}}.",
          text: "Si votre image est fixe, c'est normal. Sinon, vérifiez votre réseau.",
        },
        bitrateUnsteady: {
          title: "Le débit varie de {{leastKbps}} à {{mostKbps}}\u00a0kbit/s.",
          text: "Choisissez un débit constant (CBR) dans votre encodeur, et un câble plutôt que le Wi-Fi.",
        },
        bitrateHigh: {
          title: "{{kbps}}\u00a0kbit/s, c'est plus qu'il n'en faut pour {{width}}\u00a0×\u00a0{{height}}.",
          text: "Avec {{mostKbps}}\u00a0kbit/s, les spectateurs voient la même chose et votre réseau garde de la marge.",
        },
        pictureLarge: {
          title: "Une image de {{width}}\u00a0×\u00a0{{height}} est très grande.",
          text: "1920\u00a0×\u00a01080 suffit à presque tous les écrans et ménage votre réseau.",
        },
        pictureOdd: {
          title: "{{width}}\u00a0×\u00a0{{height}} est une taille impaire.",
          text: "Choisissez une largeur et une hauteur paires\u00a0: l'image reste plus nette.",
        },
        bFrames: {
          title: "Votre encodeur utilise des images B.",
          text: "Sans elles (réglez 0, ou l'option «\u00a0zerolatency\u00a0»), les spectateurs voient votre direct un peu plus tôt.",
        },
      },
    },
    section: {
      hint: "Ce que votre encodeur diffuse, et comment les spectateurs le suivent.",
      encoders: "Encodeurs",
      open: "Peuvent diffuser",
      closed: "Refusés tant que vous ne redémarrez pas le direct",
      started: "Début",
      ended: "Fin",
    },
  },
} satisfies TextsOf<"live">;

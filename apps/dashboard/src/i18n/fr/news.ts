import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"news"> = {
  news: {
    title: "Notifications",
    open: "Notifications",
    openUnread_one: "Notifications\u00a0: {{count}} non lue",
    openUnread_other: "Notifications\u00a0: {{count}} non lues",
    empty: "Rien de nouveau dans vos projets.",
    more: "Afficher les plus anciennes",
    markAll: "Tout marquer comme lu",
    markRead: "Marquer comme lu\u00a0: {{words}}",
    markUnread: "Marquer comme non lu\u00a0: {{words}}",
    settings: "Choisir ce qui est envoyé par e-mail",
    kinds: {
      mentioned: "{{name}} vous a mentionné sur la version {{version}}",
      answered: "{{name}} a répondu dans votre fil sur la version {{version}}",
      commented: "{{name}} a commenté votre version {{version}}",
      versionAdded: "{{name}} a ajouté la version {{version}}",
      decisionWanted: "{{name}} a demandé votre décision sur la version {{version}}",
      decisionMade: "{{name}} s’est prononcé sur la version {{version}}",
    },
    decisions: {
      approved: "{{name}} a approuvé la version {{version}}",
      approvedWithNotes: "{{name}} a approuvé la version {{version}} avec remarques",
      changesWanted: "{{name}} a demandé des modifications de la version {{version}}",
    },
    mails: {
      hint: "La cloche liste tout ce qui se passe dans vos projets. Choisissez les notifications que vous recevez aussi par e-mail.",
      when: "E-mails",
      times: {
        atOnce: "Immédiatement, regroupés sur quelques minutes",
        daily: "Une fois par jour, à 8\u00a0h",
        never: "Jamais",
      },
      zone: "Votre fuseau horaire\u00a0: {{zone}}",
      about: "Envoyer un e-mail lorsque quelqu’un",
      kinds: {
        mentioned: "me mentionne",
        answered: "répond dans un fil auquel je participe",
        commented: "commente une version que j’ai publiée",
        versionAdded: "ajoute une version",
        decisionWanted: "demande ma décision, avec des rappels",
        decisionMade: "se prononce sur une version que j’ai publiée ou soumise",
      },
      save: "Enregistrer",
      saved: "Notifications enregistrées",
    },
  },
};

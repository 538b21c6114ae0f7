const en = {
  name: "Peer-to-peer sharing",
  question: "Share parts of this video with other viewers? Your IP address becomes visible to them.",
  yes: "Yes, share",
  no: "No, servers only",
  isOn: "Peer-to-peer sharing: on",
  isOff: "Peer-to-peer sharing: off",
};
export type ConsentTexts = typeof en;

// The texts are short. On a phone, the question must fit two lines and each answer one, or the dialog would cover the play button.
const fr: ConsentTexts = {
  name: "Échange pair-à-pair",
  question:
    "Échanger des parties de la vidéo avec d’autres spectateurs\u00a0? Votre adresse IP leur sera visible.",
  yes: "Oui, échanger",
  no: "Non, serveurs seuls",
  isOn: "Échange pair-à-pair\u00a0: activé",
  isOff: "Échange pair-à-pair\u00a0: désactivé",
};

/** Returns the texts in a language. @param language a tag such as `fr-CA`. */
export const textsOf = (language: string): ConsentTexts => (/^fr\b/i.test(language) ? fr : en);

const en = {
  name: "Exchange with other viewers",
  question: "May this video be exchanged with other viewers? Your IP address then becomes visible to them.",
  yes: "Yes, exchange",
  no: "No, server only",
  isOn: "Exchange with other viewers: on",
  isOff: "Exchange with other viewers: off",
};
export type ConsentTexts = typeof en;

const fr: ConsentTexts = {
  name: "Échange avec d’autres spectateurs",
  question:
    "Échanger cette vidéo avec d’autres spectateurs\u00a0? Votre adresse IP leur devient alors visible.",
  yes: "Oui, échanger",
  no: "Non, serveur seul",
  isOn: "Échange avec d’autres spectateurs\u00a0: activé",
  isOff: "Échange avec d’autres spectateurs\u00a0: désactivé",
};

/** @param language a tag such as `fr-CA`. */
export const textsOf = (language: string): ConsentTexts => (/^fr\b/i.test(language) ? fr : en);

export const texts = {
  rescue: {
    sendLink: "Email password link",
    linkSent: "The link was sent to {{email}}",
    noAddress: "This user has no confirmed email address.",
    clear: "Turn two-factor authentication off…",
    confirmClear: "Turn it off",
    clearQuestion: "Turn two-factor authentication off for {{name}}?",
    clearText:
      "Use this for a colleague who lost the app and the recovery codes. {{name}} will then sign in with the password alone, and is notified that you turned it off. Make sure that the request really comes from your colleague.",
    cleared: "Two-factor authentication of {{name}} turned off",
  },
};

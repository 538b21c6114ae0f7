export const texts = {
  rescue: {
    sendLink: "Mail a link to a new password",
    linkSent: "The link was sent to {{email}}",
    noAddress: "There is no confirmed address to send it to.",
    clear: "Switch two-factor authentication off…",
    confirmClear: "Switch it off",
    clearQuestion: "Switch two-factor authentication off for {{name}}?",
    clearText:
      "For a colleague who lost the app and the recovery codes: {{name}} then signs in with the password alone, and is told that you did this. Be sure that it is your colleague who asks.",
    cleared: "{{name}} signs in with the password alone now",
  },
};

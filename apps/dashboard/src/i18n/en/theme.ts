export const texts = {
  theme: {
    title: "Player colours",
    hint: "How the player of all your videos looks, wherever it is embedded. Viewers see a change from their next opening on.",
    accent: "Accent colour",
    accentHint: "The play button, the progress and marks.",
    background: "Background",
    backgroundHint: "Around pictures that do not fill the player, and before there is one.",
    hasTitle: "Show the title over the picture",
    hasTitleHint: "An embed with “title=0” or “title=1” in its address decides for itself.",
    fault: "Write a colour as #2ad4c5.",
    swatches: "Take {{colour}} as the accent colour",
    pick: "{{field}}: choose by eye",
    preview: "Preview of the player",
    sampleTitle: "A morning at the harbour",
    ink: {
      light: "Texts on it are white: chosen by itself, {{contrast}} : 1.",
      dark: "Texts on it are dark: chosen by itself, {{contrast}} : 1.",
    },
    weak: {
      controls:
        "On the dark controls, this colour has a contrast of {{contrast}} : 1. At least 3 : 1 is advised (WCAG), or some viewers will not see it.",
      background:
        "On the background, this colour has a contrast of {{contrast}} : 1. At least 3 : 1 is advised (WCAG), or some viewers will not see it.",
    },
    weakTitle: "Hard to see",
    mend: "Use {{colour}} instead",
    reset: "Back to Shoal’s colours",
    save: "Save",
    saved: "The player’s colours are saved",
    failed: "The player’s colours could not be saved",
    yes: "Yes",
    no: "No",
  },
};

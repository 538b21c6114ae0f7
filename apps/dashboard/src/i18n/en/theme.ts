export const texts = {
  theme: {
    title: "Player colours",
    hint: "The look of the player for all your videos, wherever it is embedded. Viewers see a change the next time they open the player.",
    accent: "Accent colour",
    accentHint: "Play button, progress bar and markers.",
    background: "Background",
    backgroundHint: "Around pictures that do not fill the player, and before playback.",
    hasTitle: "Show the title over the video",
    hasTitleHint: "An embed with “title=0” or “title=1” in its address overrides this.",
    fault: "Enter a colour such as #2ad4c5.",
    swatches: "Use {{colour}} as the accent colour",
    pick: "{{field}}: pick a colour",
    preview: "Player preview",
    sampleTitle: "A morning at the harbour",
    ink: {
      light: "Text on it is white, chosen automatically: {{contrast}} : 1.",
      dark: "Text on it is dark, chosen automatically: {{contrast}} : 1.",
    },
    weak: {
      controls:
        "On the dark controls, this colour has a contrast of {{contrast}} : 1. Use at least 3 : 1 (WCAG), or some viewers will not see it.",
      background:
        "On the background, this colour has a contrast of {{contrast}} : 1. Use at least 3 : 1 (WCAG), or some viewers will not see it.",
    },
    weakTitle: "Hard to see",
    mend: "Use {{colour}} instead",
    reset: "Reset to Shoal’s colours",
    save: "Save",
    saved: "The player’s colours are saved",
    failed: "The player’s colours could not be saved",
    yes: "Yes",
    no: "No",
  },
};

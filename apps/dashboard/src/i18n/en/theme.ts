export const texts = {
  theme: {
    title: "Player colours",
    hint: "Player colours for all your videos, on every page that embeds them. Changes appear the next time viewers open the player.",
    accent: "Accent colour",
    accentHint: "Play button, progress bar and markers.",
    background: "Background",
    backgroundHint: "Around videos that do not fill the player, and before playback.",
    hasTitle: "Show the title over the video",
    hasTitleHint: "“title=0” or “title=1” in an embed URL overrides this setting.",
    fault: "Enter a colour such as #2ad4c5.",
    swatches: "Use {{colour}} as the accent colour",
    pick: "{{field}}: pick a colour",
    preview: "Player preview",
    sampleTitle: "A morning at the harbour",
    ink: {
      light: "Text on this colour is white (chosen automatically), with a contrast of {{contrast}} : 1.",
      dark: "Text on this colour is dark (chosen automatically), with a contrast of {{contrast}} : 1.",
    },
    weak: {
      controls:
        "This colour has a contrast of {{contrast}} : 1 on the dark controls. Use at least 3 : 1 (WCAG) so that all viewers can see it.",
      background:
        "This colour has a contrast of {{contrast}} : 1 on the background. Use at least 3 : 1 (WCAG) so that all viewers can see it.",
    },
    weakTitle: "Hard to see",
    mend: "Use {{colour}} instead",
    reset: "Reset to Shoal’s colours",
    save: "Save",
    saved: "Player colours saved",
    failed: "The player colours could not be saved",
    yes: "Yes",
    no: "No",
  },
};

export const texts = {
  palette: {
    title: "Search and commands",
    placeholder: "Search videos, screens, settings, actions…",
    results: "Results",
    groups: { actions: "Actions", screens: "Go to", settings: "Settings", videos: "Videos" },
    none: "No results",
    failed: "Videos could not be searched. Try again.",
    count_one: "{{count}} result",
    count_other: "{{count}} results",
    from: "Created {{date}}",
    upload: "New videos",
    live: "New live",
    invite: "Invite user",
    light: "Switch to light colours",
    dark: "Switch to dark colours",
    language: "Passer en français",
  },
};

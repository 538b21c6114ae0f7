import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** The accent colour: the blue of open water, dark enough for white text at shade 6. */
const SEA_COLOURS: MantineColorsTuple = [
  "#e8f3ff",
  "#cfe2fb",
  "#9dc3f5",
  "#68a2f0",
  "#3f86ec",
  "#1f6ce0",
  "#0b62d6",
  "#0a55bb",
  "#024ba8",
  "#004095",
];
/** The greys of the dark scheme, which are slightly blue. */
const DARK_COLOURS: MantineColorsTuple = [
  "#e6ebf2",
  "#c5cedb",
  "#a3b0c2",
  "#7d8ba0",
  "#3a4658",
  "#2a3443",
  "#1b2432",
  "#131b27",
  "#0e141e",
  "#0a0f17",
];

export const theme = createTheme({
  colors: { sea: SEA_COLOURS, dark: DARK_COLOURS },
  primaryColor: "sea",
  primaryShade: { light: 6, dark: 5 },
  defaultRadius: "md",
  // The only scale for spacing: 8, 12, 16, 24 and 32 px.
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  fontFamily:
    "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: "650" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { centered: true, radius: "lg" }, styles: { title: { fontWeight: 650 } } },
    Notification: { styles: { description: { color: "var(--mantine-color-dimmed)" } } },
    // Turns off the focus placeholder, whose role must not occur inside a menu.
    Menu: { defaultProps: { shadow: "lg", radius: "md", withInitialFocusPlaceholder: false } },
    Pill: { styles: { root: { backgroundColor: "light-dark(#e9edf2, #2a3443)" } } },
    Table: { defaultProps: { borderColor: "var(--shoal-line)" } },
    // Titles have the text colour, because the alert's own colour has too little contrast to its background.
    Alert: {
      defaultProps: { radius: "md", variant: "light" },
      styles: { title: { color: "var(--mantine-color-text)" } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
  },
});

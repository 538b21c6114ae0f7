import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** The blue of open water, dark enough for white text at shade 6. */
const sea: MantineColorsTuple = [
  "#e8f3ff",
  "#cfe2fb",
  "#9dc3f5",
  "#68a2f0",
  "#3f86ec",
  "#2674e9",
  "#0b62d6",
  "#0a55bb",
  "#024ba8",
  "#004095",
];

export const theme = createTheme({
  colors: { sea },
  primaryColor: "sea",
  primaryShade: { light: 6, dark: 5 },
  defaultRadius: "md",
  fontFamily:
    "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: "650" },
  cursorType: "pointer",
});

export type Scheme = "light" | "dark";

/** The colours of axes, grid and labels around a chart. */
export const CHART_COLOURS: Record<
  Scheme,
  { surface: string; text: string; dimmed: string; line: string; limit: string }
> = {
  light: { surface: "#ffffff", text: "#111a26", dimmed: "#566274", line: "#e1e6ed", limit: "#d92d3a" },
  dark: { surface: "#131b27", text: "#e6ebf2", dimmed: "#9aa8bb", line: "#243040", limit: "#ff8787" },
};

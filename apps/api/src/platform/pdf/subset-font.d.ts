/** `subset-font`: HarfBuzz, which reads WOFF2 and writes a font of the wanted characters and weight. */
declare module "subset-font" {
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: "truetype"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}

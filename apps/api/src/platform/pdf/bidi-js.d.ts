/** The parts of `bidi-js` that texts of PDFs need: the Unicode Bidirectional Algorithm. */
declare module "bidi-js" {
  export interface Levels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  export interface Bidi {
    getEmbeddingLevels(text: string, direction?: "ltr" | "rtl" | "auto"): Levels;
    getReorderSegments(text: string, levels: Levels, start?: number, end?: number): [number, number][];
    getMirroredCharacter(character: string): string | null;
  }
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default function bidiFactory(): Bidi;
}

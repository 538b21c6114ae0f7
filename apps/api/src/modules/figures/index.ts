export { type ClientFigures, createClientFigures } from "./client-figures.ts";
export { CLOSED_CURSOR, FiguresMirror } from "./mirror.ts";

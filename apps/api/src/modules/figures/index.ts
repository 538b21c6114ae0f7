export { CLOSED_CURSOR, FiguresMirror } from "./mirror.ts";

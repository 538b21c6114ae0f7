export { FiguresMirror } from "./mirror.ts";

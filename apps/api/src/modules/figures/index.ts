export { type ClientFigures, createClientFigures } from "./client-figures.ts";
export { registerFigureRoutes } from "./figures.routes.ts";
export { CLOSED_CURSOR, FiguresMirror } from "./mirror.ts";
export { createOutroFigures } from "./outro-figures.ts";

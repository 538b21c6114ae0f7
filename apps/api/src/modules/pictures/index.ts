export { createPictureResults } from "./picture-results.ts";
export { presentPicture } from "./pictures.present.ts";
export { createPicturesRepository, type PictureRow } from "./pictures.repository.ts";
export { registerPictureRoutes } from "./pictures.routes.ts";
export { createPicturesService, folderOf } from "./pictures.service.ts";

export { createSceneListPublisher, type SceneListPublisher } from "./scene-list-publisher.ts";
export { listUnpublished } from "./scene-lists.repository.ts";
export { registerSceneListRoutes } from "./scene-lists.routes.ts";
export { createSceneListsService } from "./scene-lists.service.ts";

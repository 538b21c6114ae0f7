import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, DISK_GUARD, JOB_QUEUE, ON_ERROR, REALTIME, STORE } from "../../../platform/needs.ts";
import { STORAGE_SERVICE } from "../../accounts/clients/index.ts";
import { ENCODING_PUBLISHER, ON_SCENE } from "../encoding/index.ts";
import { ARCHIVES_OF_VIDEOS, RULES_OF_COPIES, SERVING_EDGE } from "../videos/index.ts";
import { createSceneListPublisher, type SceneListPublisher } from "./scene-list-publisher.ts";
import { registerSceneListRoutes } from "./scene-lists.routes.ts";
import { createSceneListsService, type SceneListsService } from "./scene-lists.service.ts";

const LIST_PUBLISHER = need<SceneListPublisher>("publisher of scene lists");
const SCENE_LISTS = need<SceneListsService>("scene lists");

/** Milliseconds between attempts to publish lists that failed. */
const PUBLISH_PAUSE_MS = 5_000;
/** Milliseconds between checks for lists that a stopped replica has left unpublished. */
const OVERDUE_PAUSE_MS = 60_000;

export const sceneListsModule = defineModule({
  name: "scene-lists",
  services: [
    provide(
      LIST_PUBLISHER,
      { db: DB, store: STORE, queue: JOB_QUEUE, realtime: REALTIME, onError: ON_ERROR },
      createSceneListPublisher,
      (publisher) => publisher.settle(),
    ),
    provide(ON_SCENE, { publisher: LIST_PUBLISHER }, ({ publisher }) => publisher.onScene),
    provide(
      SCENE_LISTS,
      {
        db: DB,
        queue: JOB_QUEUE,
        disk: DISK_GUARD,
        realtime: REALTIME,
        publisher: ENCODING_PUBLISHER,
        listPublisher: LIST_PUBLISHER,
        edge: SERVING_EDGE,
        rules: RULES_OF_COPIES,
        archives: ARCHIVES_OF_VIDEOS,
        storage: STORAGE_SERVICE,
      },
      createSceneListsService,
    ),
  ],
  routes: using({ sceneLists: SCENE_LISTS }, ({ sceneLists }, app, guardFor) =>
    registerSceneListRoutes(app, guardFor, sceneLists),
  ),
  schedules: using({ publisher: LIST_PUBLISHER }, ({ publisher }) => [
    { run: async () => publisher.publishFailed(), pauseMs: PUBLISH_PAUSE_MS },
    { run: () => publisher.publishOwed(), pauseMs: OVERDUE_PAUSE_MS },
  ]),
});

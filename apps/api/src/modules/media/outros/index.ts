import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, REALTIME } from "../../../platform/needs.ts";
import { ON_PICTURE_CHANGED } from "../pictures/index.ts";
import { VIDEOS_SERVICE } from "../videos/index.ts";
import { touchOutrosWithPicture } from "./described-outro.ts";
import { registerOutroRoutes } from "./outros.routes.ts";
import { createOutrosService, FIGURES_OF_OUTROS, type OutrosService } from "./outros.service.ts";

export { readDescribedOutro } from "./described-outro.ts";
export { FIGURES_OF_OUTROS } from "./outros.service.ts";

const OUTROS_SERVICE = need<OutrosService>("outros");

export const outrosModule = defineModule({
  name: "outros",
  services: [
    provide(
      OUTROS_SERVICE,
      {
        config: CONFIG,
        db: DB,
        realtime: REALTIME,
        videos: VIDEOS_SERVICE,
        readFigures: FIGURES_OF_OUTROS,
      },
      ({ config, ...deps }) => createOutrosService({ ...deps, edgeUrl: config.EDGE_PUBLIC_URL }),
    ),
    provide(ON_PICTURE_CHANGED, {}, () => touchOutrosWithPicture),
  ],
  routes: using({ outros: OUTROS_SERVICE }, ({ outros }, app, guardFor) =>
    registerOutroRoutes(app, guardFor, outros),
  ),
});

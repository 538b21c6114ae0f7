export { readDescribedOutro, touchShowing } from "./described-outro.ts";
export { registerOutroRoutes } from "./outros.routes.ts";
export { createOutrosService } from "./outros.service.ts";

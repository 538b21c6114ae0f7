import { walkScreenVariants } from "../support/screen-variants.ts";
import { SCREEN_ROWS } from "../support/screen-walk.ts";

walkScreenVariants(SCREEN_ROWS.media);

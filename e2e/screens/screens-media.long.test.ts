import { walkScreenVariants } from "../support/screen-variants.ts";
import { SCREENS } from "../support/screen-walk.ts";

walkScreenVariants(SCREENS.media);

import { walkScreenVariants } from "../support/screen-variants.ts";
import { SCREENS } from "../support/screen-walk.ts";

// Screens of media are in screens-media.long.test.ts. One variant at a time: -t "at 390 px in French"
walkScreenVariants(SCREENS.accounts);

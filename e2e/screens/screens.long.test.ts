import { walkScreenVariants } from "../support/screen-variants.ts";
import { SCREEN_ROWS } from "../support/screen-walk.ts";

// The screens of media are in screens-media.long.test.ts. To run one variant: -t "at 390 px in French"
walkScreenVariants(SCREEN_ROWS.accounts);

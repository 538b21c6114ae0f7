import { SCREEN_ROWS, walkScreens } from "../support/screen-walk.ts";

walkScreens(SCREEN_ROWS.media);

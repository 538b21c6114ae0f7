import { MAIN_SCREENS, walkScreens } from "../support/screen-walk.ts";

walkScreens(MAIN_SCREENS.media);

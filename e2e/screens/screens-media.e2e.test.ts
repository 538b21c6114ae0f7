import { SCREENS, walkScreens } from "../support/screen-walk.ts";

walkScreens(SCREENS.media);

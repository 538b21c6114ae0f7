import { MEDIA_SCREENS, walkScreens } from "./support/screen-walk.ts";

walkScreens(MEDIA_SCREENS);

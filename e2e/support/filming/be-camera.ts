import { filmClock } from "../../../harness/filming/clock-camera.ts";

/** The resolution of most webcams. */
const FRAME_SIZE = { width: 1_280, height: 720 };

// Chromium's own fake camera is not used, because no time can be read from its frames.
navigator.mediaDevices.getUserMedia = async () => filmClock(FRAME_SIZE);

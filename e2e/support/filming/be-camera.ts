import { filmClock } from "../../../harness/filming/clock-camera.ts";

/** The resolution of most webcams. */
const FRAME_SIZE = { width: 1_280, height: 720 };

// The frames of Chromium's own fake camera contain no readable time.
navigator.mediaDevices.getUserMedia = async () => filmClock(FRAME_SIZE);

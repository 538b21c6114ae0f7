import { filmClock } from "../../../harness/filming/clock-camera.ts";

/** As most cameras of computers. */
const SIZE = { width: 1_280, height: 720 };

// Chromium's own false camera shows no time that could be read back.
navigator.mediaDevices.getUserMedia = async () => filmClock(SIZE);

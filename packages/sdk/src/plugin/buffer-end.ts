/** Returns the end of the buffer at the playhead. If nothing is buffered there, this is the playhead itself. */
export function bufferEndSec({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index)) return buffered.end(index);
  }
  return currentTime;
}

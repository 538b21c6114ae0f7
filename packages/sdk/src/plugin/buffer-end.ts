/** Where what is buffered at the playhead ends; the playhead itself where nothing is. */
export function bufferEndSec({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index)) return buffered.end(index);
  }
  return currentTime;
}

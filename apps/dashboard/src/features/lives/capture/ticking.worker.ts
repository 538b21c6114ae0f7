self.addEventListener("message", ({ data: everyMs }: MessageEvent<number>) => {
  setInterval(() => self.postMessage(null), everyMs);
});

export const texts = {
  liveStage: {
    titles: {
      waiting: "Waiting for a signal",
      scheduled: "Scheduled for {{date}}",
      starting: "Live starting",
      onAir: "The live is on air",
      interrupted: "No signal",
      ending: "The live is ending",
      stopping: "The live is stopping",
      ended: "This live is over",
      notBegun: "This live is not on air",
      error: "This live has failed",
    },
    hints: {
      scheduled: "Viewers see a countdown until then. You can already send your signal.",
      onAir: "The player appears here in a moment.",
      interrupted: "The live continues if the signal returns within a minute.",
      ending: "It ends within a minute unless it starts again.",
      stopping: "It ends in a moment.",
      shoalRTMP: {
        waiting: "The player appears here as soon as your encoder connects.",
        starting: "This takes up to 30 seconds after your encoder connects.",
        ended: "Start your encoder again to go back on air.",
        closed: "Encoders are rejected until you restart the live.",
      },
      custom: {
        waiting: "The player appears here as soon as the source responds.",
        starting: "The player appears here as soon as the source responds.",
        ended: "It starts again as soon as the source responds.",
        closed: "The source is not pulled until you restart the live.",
      },
      camera: {
        waiting: "The player appears here as soon as a camera or a screen is shared.",
        starting: "The player appears here as soon as a camera or a screen is shared.",
        ended: "Turn a camera on or share a screen to go back on air.",
        closed: "Restart the live to go back on air.",
      },
    },
    watch_one: "Watch recording",
    watch_other: "Watch recordings",
  },
};

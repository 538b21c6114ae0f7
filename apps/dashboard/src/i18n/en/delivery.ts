export const texts = {
  delivery: {
    title: "Lives without delay",
    count_one: "{{count}} running",
    count_other: "{{count}} running",
    live: "Live",
    state: "Status",
    since: "Since",
    empty: "No lives without delay are running",
    emptyHint:
      "A camera in “No delay” or “Mixed” mode shows up to {{places}} viewers what happens in real time. While it runs, its room is listed here.",
    room: "Room",
    all: "All rooms",
    filmedBy: "Filmed by",
    nobody: "Nobody right now",
    link: "Link for viewers",
    toVideo: "Page of the video",
    takesPlace: "Watching here takes one of the {{places}} places without delay.",
    hints: {
      stopped: "No camera yet.",
      connecting: "The camera is connected. Starting takes a few seconds.",
      encoding: "Loading the player.",
      live: "Viewers with the link can see it now.",
      lost: "The camera page lost its connection. The live continues if it reconnects within a minute.",
      error: "No news from this live. Check the video page.",
      stopping: "The live ends in a moment.",
      ending: "The camera was stopped. The live ends within a minute unless it starts again.",
      ended: "No camera now. Turn a camera on to start again.",
    },
    none: {
      gone: { title: "This room does not exist", text: "Its live no longer exists." },
      noLive: { title: "This room does not exist", text: "This video is not a live." },
      delayed: {
        title: "This live has no room",
        text: "All its viewers have a slight delay. You choose the delay on the video page, for cameras only.",
      },
    },
  },
};

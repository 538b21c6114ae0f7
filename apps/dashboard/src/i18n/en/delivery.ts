export const texts = {
  delivery: {
    title: "Lives without delay",
    count_one: "{{count}} is running",
    count_other: "{{count}} are running",
    live: "Live",
    state: "State",
    since: "Since",
    empty: "No live without delay is running",
    emptyHint:
      "A camera that films with “No delay” or “Mixed” shows up to {{places}} viewers what happens at that moment. While it runs it has its room here.",
    room: "Room",
    all: "All rooms",
    filmedBy: "Filmed by",
    nobody: "Nobody any more",
    link: "Link for viewers",
    toVideo: "Page of the video",
    takesPlace: "Who watches here has one of the {{places}} places without delay.",
    hints: {
      stopped: "No camera yet.",
      connecting: "The camera is connected. Starting takes a few seconds.",
      encoding: "Loading the player.",
      live: "Viewers who have the link see it now.",
      lost: "The filming page lost its connection. The live continues if it reconnects within a minute.",
      error: "No news from this live. Check the video page.",
      stopping: "The live ends in a moment.",
      ending: "The camera was stopped. The live ends within a minute unless it starts again.",
      ended: "No camera now. Turn a camera on to start again.",
    },
    none: {
      gone: { title: "There is no such room", text: "The live that had it does not exist any more." },
      noLive: { title: "There is no such room", text: "This video is not a live." },
      delayed: {
        title: "This live has no room",
        text: "All its viewers are a little behind. The delay is chosen on the page of the video, for cameras.",
      },
    },
  },
};

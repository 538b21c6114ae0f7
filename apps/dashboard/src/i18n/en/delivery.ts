export const texts = {
  delivery: {
    title: "Lives without delay",
    count_one: "{{count}} running",
    count_other: "{{count}} running",
    live: "Live",
    state: "Status",
    since: "Since",
    empty: "No lives without delay running",
    emptyHint:
      "A camera in “No delay” or “Mixed” mode shows its video in real time to up to {{places}} viewers. While it is on, its room is listed here.",
    room: "Room",
    all: "All rooms",
    filmedBy: "Published by",
    nobody: "No camera right now",
    link: "Link for viewers",
    toVideo: "Video page",
    takesPlace: "Watching here uses one of the {{places}} places without delay.",
    hints: {
      stopped: "No camera yet.",
      connecting: "The camera is connected. Starting takes a few seconds.",
      encoding: "Loading the player.",
      live: "Viewers with the link can watch now.",
      lost: "The capture page lost its connection. The live continues if it reconnects within a minute.",
      error: "This live does not respond. Check the video page.",
      stopping: "The live ends in a moment.",
      ending: "The camera was stopped. The live ends within a minute unless it starts again.",
      ended: "No camera at the moment. Turn one on to start again.",
    },
    none: {
      gone: { title: "This room does not exist", text: "The live was deleted." },
      noLive: { title: "This room does not exist", text: "This video is not a live." },
      delayed: {
        title: "This live has no room",
        text: "All its viewers watch with a slight delay. For cameras, you can choose the delay on the video page.",
      },
    },
  },
};

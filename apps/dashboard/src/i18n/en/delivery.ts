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
      stopped: "Nobody films yet.",
      connecting: "The camera is there. It takes a few seconds.",
      encoding: "The player is being loaded.",
      live: "Viewers who have the link see it now.",
      lost: "The page that films has lost its connection. The live goes on if it comes back within a minute.",
      error: "Nothing is heard of this live. Look at the page of the video.",
      stopping: "The live ends in a moment.",
      ended: "Nobody films now. It begins again where a camera is turned on.",
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

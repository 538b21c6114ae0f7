export const texts = {
  waveform: {
    loading: "Reading the sound…",
    pending: "The waveform is being made: it appears here by itself.",
    none: "This video has no sound.",
    failed: "The waveform could not be made. You can cut without it.",
    unread: "The waveform could not be read. You can cut without it.",
    again: "Try again",
    loudness: "Loudness: {{lufs}} LUFS",
  },
  zoom: {
    label: "Part of the timeline that is shown",
    in: "Zoom in",
    out: "Zoom out",
    whole: "Show the whole video",
    earlier: "Show what is earlier",
    later: "Show what is later",
    toEdge: "Zoom to: {{edge}}",
    shown: "{{from}} to {{to}}",
  },
};

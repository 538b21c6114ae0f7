export const texts = {
  waveform: {
    loading: "Loading the audio…",
    pending: "The waveform is being created and appears here automatically.",
    none: "This video has no audio.",
    failed: "The waveform could not be created. You can cut without it.",
    unread: "The waveform could not be loaded. You can cut without it.",
    again: "Try again",
    loudness: "Loudness: {{lufs}} LUFS",
  },
  zoom: {
    label: "Visible part of the timeline",
    in: "Zoom in",
    out: "Zoom out",
    whole: "Show whole video",
    earlier: "Show earlier",
    later: "Show later",
    toEdge: "Zoom to: {{edge}}",
    shown: "{{from}} to {{to}}",
  },
};

/**
 * Converts any audio to stereo, even if it changes mid-stream. Mono keeps its level on both sides, whereas ffmpeg's default lowers
 * it by 3 dB. The centre and rear of surround sound go to both sides 3 dB lower (ITU-R BS.775), which keeps the loudness of speech.
 */
export const STEREO_FILTERS = [
  "aformat=sample_fmts=fltp:channel_layouts=stereo|mono",
  "pan=stereo|FL=FL+FC|FR=FR+FC",
] as const;

/**
 * Limits peaks to a fraction of full scale, without delay. Downmixed surround audio may reach 2.4 times full scale. Lowering all of
 * it by that factor would make speech 7.7 dB quieter than in other videos.
 */
export const limitPeaksTo = (peak: number) => `alimiter=limit=${peak}:level=0:attack=5:release=50:latency=1`;

/** The headroom for AAC encoding, which may raise a peak: 1 dB. */
export const MIXED_PEAK = 0.89;

/** The filters for the audio of every live. Missing audio becomes silence, and nothing exceeds full scale. */
export const LIVE_SOUND_FILTERS = ["aresample=async=1000", ...STEREO_FILTERS, limitPeaksTo(1)].join(",");

/** The simulated devices of a computer or a phone. */
export interface StandInDevices {
  cameras: { name: string; colour: string; facing?: "user" | "environment" }[];
  /** The frequency of each microphone's tone. */
  microphones: { name: string; toneHz: number }[];
  /** The frequency of the tone in a screen's own audio; undefined for no audio. */
  screenHz?: number;
}

/**
 * Runs in a page before the page's scripts. Each camera shows one solid colour, and each microphone records one tone. The first
 * shared screen is blue, and the next one is green. After that, the picker is cancelled. Chromium's own fake devices all show and
 * play the same and have no facing mode. The function is sent as text, so it must be self-contained.
 */
export function standInDevices({ cameras, microphones, screenHz }: StandInDevices): void {
  const FPS = 25;
  const { mediaDevices } = navigator;

  const film = (colour: string, size: [number, number]): MediaStreamTrack => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = size;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const draw = () => {
      context.fillStyle = colour;
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = "#888";
      context.fillRect((Date.now() / 5) % canvas.width, 0, 20, 20);
    };
    draw();
    setInterval(draw, 1_000 / FPS);
    return canvas.captureStream(FPS).getVideoTracks()[0] as MediaStreamTrack;
  };
  const play = (hz: number): MediaStreamTrack => {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = hz;
    const target = audio.createMediaStreamDestination();
    tone.connect(target);
    tone.start();
    return target.stream.getAudioTracks()[0] as MediaStreamTrack;
  };
  const named = (track: MediaStreamTrack, settings: MediaTrackSettings) => {
    const own = track.getSettings.bind(track);
    track.getSettings = () => ({ ...own(), ...settings });
    return track;
  };
  const idealOf = (wish: unknown): unknown => (wish as { ideal?: unknown } | undefined)?.ideal;
  const missing = () => new DOMException("There is no such device", "NotFoundError");

  const openCamera = (wish: MediaTrackConstraints): MediaStreamTrack => {
    const { deviceId, facingMode } = wish;
    const found =
      cameras.find(({ name }) => name === idealOf(deviceId)) ??
      cameras.find(({ facing }) => facing !== undefined && facing === idealOf(facingMode)) ??
      cameras[0];
    if (!found) throw missing();
    const { name, colour, facing } = found;
    return named(film(colour, [640, 360]), { deviceId: name, ...(facing ? { facingMode: facing } : {}) });
  };
  const openMicrophone = (wish: true | MediaTrackConstraints): MediaStreamTrack => {
    const wanted = wish === true ? undefined : idealOf(wish.deviceId);
    const found = microphones.find(({ name }) => name === wanted) ?? microphones[0];
    if (!found) throw missing();
    return named(play(found.toneHz), { deviceId: found.name });
  };

  mediaDevices.getUserMedia = async ({ video, audio } = {}) =>
    new MediaStream([
      ...(video ? [openCamera(video as MediaTrackConstraints)] : []),
      ...(audio ? [openMicrophone(audio)] : []),
    ]);
  const screens = ["blue", "green"];
  mediaDevices.getDisplayMedia = async () => {
    const colour = screens.shift();
    if (!colour) throw new DOMException("Closed by the user", "NotAllowedError");
    return new MediaStream([film(colour, [1_280, 720]), ...(screenHz ? [play(screenHz)] : [])]);
  };
  const infoOf = (kind: MediaDeviceKind) => (device: { name: string }) =>
    ({ kind, deviceId: device.name, label: device.name, groupId: "" }) as MediaDeviceInfo;
  mediaDevices.enumerateDevices = async () => [
    ...cameras.map(infoOf("videoinput")),
    ...microphones.map(infoOf("audioinput")),
  ];
}

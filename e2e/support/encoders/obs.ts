import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Encoder, startEncoder } from "./encoder.ts";
import { openDisplay } from "./x-display.ts";

const NAME = "Shoal";
const SIZE = { width: 640, height: 360 };

const GLOBAL = `[General]
FirstRun=true
EnableAutoUpdates=false
ConfirmOnExit=false

[Basic]
Profile=${NAME}
ProfileDir=${NAME}
SceneCollection=${NAME}
SceneCollectionFile=${NAME}
`;

/** OBS's settings in its sections Output, Video and Audio. */
const PROFILE = `[General]
Name=${NAME}

[Output]
Mode=Simple

[SimpleOutput]
VBitrate=1000
ABitrate=128
StreamEncoder=x264
Preset=veryfast

[Video]
BaseCX=${SIZE.width}
BaseCY=${SIZE.height}
OutputCX=${SIZE.width}
OutputCY=${SIZE.height}
FPSType=0
FPSCommon=30

[Audio]
SampleRate=48000
ChannelSetup=Stereo
`;

/** Returns OBS's scenes: one with a solid colour. @param colour in OBS's format: alpha, blue, green, red. */
function scenesOf(colour: number) {
  const filled = { id: "color_source", versioned_id: "color_source_v3", name: "Colour", enabled: true };
  const item = { name: "Colour", id: 1, visible: true, pos: { x: 0, y: 0 }, scale: { x: 1, y: 1 }, align: 5 };
  const scene = { id: "scene", versioned_id: "scene", name: "Scene", enabled: true };
  return {
    name: NAME,
    current_scene: "Scene",
    current_program_scene: "Scene",
    scene_order: [{ name: "Scene" }],
    sources: [
      { ...filled, settings: { color: colour, ...SIZE } },
      { ...scene, settings: { id_counter: 1, custom_size: false, items: [item] } },
    ],
  };
}

/** Configures OBS as a user does by “Settings → Stream → Custom…”. */
async function configure(home: string, server: string, key: string, colour: number): Promise<void> {
  const folder = join(home, "obs-studio");
  const profile = join(folder, "basic", "profiles", NAME);
  const scenes = join(folder, "basic", "scenes");
  await mkdir(profile, { recursive: true });
  await mkdir(scenes, { recursive: true });
  const service = { type: "rtmp_custom", settings: { server, key, use_auth: false, bwtest: false } };
  await writeFile(join(folder, "global.ini"), GLOBAL);
  await writeFile(join(profile, "basic.ini"), PROFILE);
  await writeFile(join(profile, "service.json"), JSON.stringify(service));
  await writeFile(join(scenes, `${NAME}.json`), JSON.stringify(scenesOf(colour)));
}

/** Starts OBS with its window on a virtual display, streaming from its start on. */
export async function publishByObs(
  { server, key }: { server: string; key: string },
  colour: number,
): Promise<Encoder> {
  const home = await mkdtemp(join(tmpdir(), "shoal-obs-"));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  await configure(home, server, key, colour);
  return startEncoder(
    "obs",
    ["--multi", "--startstreaming", "--profile", NAME, "--collection", NAME, "--disable-updater"],
    {
      DISPLAY: await openDisplay(),

      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_RUNTIME_DIR: home,

      QT_QPA_PLATFORM: "xcb",
      LIBGL_ALWAYS_SOFTWARE: "1",
    },
  );
}

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type EncoderProgram, startEncoder } from "./encoder.ts";
import { openDisplay } from "./x-display.ts";

const PROFILE_NAME = "Shoal";
const FRAME_SIZE = { width: 640, height: 360 };

const GLOBAL_SETTINGS = `[General]
FirstRun=true
EnableAutoUpdates=false
ConfirmOnExit=false

[Basic]
Profile=${PROFILE_NAME}
ProfileDir=${PROFILE_NAME}
SceneCollection=${PROFILE_NAME}
SceneCollectionFile=${PROFILE_NAME}
`;

/** OBS's settings in the sections Output, Video and Audio. */
const PROFILE_SETTINGS = `[General]
Name=${PROFILE_NAME}

[Output]
Mode=Simple

[SimpleOutput]
VBitrate=1000
ABitrate=128
StreamEncoder=x264
Preset=veryfast

[Video]
BaseCX=${FRAME_SIZE.width}
BaseCY=${FRAME_SIZE.height}
OutputCX=${FRAME_SIZE.width}
OutputCY=${FRAME_SIZE.height}
FPSType=0
FPSCommon=30

[Audio]
SampleRate=48000
ChannelSetup=Stereo
`;

/**
 * Returns OBS's scene collection, which has one scene with a solid colour.
 * @param colour the colour in OBS's format: alpha, blue, green, red.
 */
function scenesOf(colour: number) {
  const filled = { id: "color_source", versioned_id: "color_source_v3", name: "Colour", enabled: true };
  const item = { name: "Colour", id: 1, visible: true, pos: { x: 0, y: 0 }, scale: { x: 1, y: 1 }, align: 5 };
  const scene = { id: "scene", versioned_id: "scene", name: "Scene", enabled: true };
  return {
    name: PROFILE_NAME,
    current_scene: "Scene",
    current_program_scene: "Scene",
    scene_order: [{ name: "Scene" }],
    sources: [
      { ...filled, settings: { color: colour, ...FRAME_SIZE } },
      { ...scene, settings: { id_counter: 1, custom_size: false, items: [item] } },
    ],
  };
}

/** Configures OBS as a user does under “Settings → Stream → Custom…”. */
async function writeSettings(home: string, server: string, key: string, colour: number): Promise<void> {
  const folder = join(home, "obs-studio");
  const profile = join(folder, "basic", "profiles", PROFILE_NAME);
  const scenes = join(folder, "basic", "scenes");
  await mkdir(profile, { recursive: true });
  await mkdir(scenes, { recursive: true });
  const service = { type: "rtmp_custom", settings: { server, key, use_auth: false, bwtest: false } };
  await writeFile(join(folder, "global.ini"), GLOBAL_SETTINGS);
  await writeFile(join(profile, "basic.ini"), PROFILE_SETTINGS);
  await writeFile(join(profile, "service.json"), JSON.stringify(service));
  await writeFile(join(scenes, `${PROFILE_NAME}.json`), JSON.stringify(scenesOf(colour)));
}

/** Starts OBS with its window on a virtual display. OBS streams as soon as it has started. */
export async function publishByObs(
  { server, key }: { server: string; key: string },
  colour: number,
): Promise<EncoderProgram> {
  const home = await mkdtemp(join(tmpdir(), "shoal-obs-"));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  await writeSettings(home, server, key, colour);
  return startEncoder(
    "obs",
    [
      "--multi",
      "--startstreaming",
      "--profile",
      PROFILE_NAME,
      "--collection",
      PROFILE_NAME,
      "--disable-updater",
    ],
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

import { ActionIcon, Button, Slider, Tooltip } from "@mantine/core";
import { formatTimecode, fpsOf } from "@shoal/frames";
import {
  IconArrowsMaximize,
  IconChevronLeft,
  IconChevronRight,
  IconKeyboard,
  IconLink,
  IconMessagePlus,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRepeat,
  IconVolume,
  IconVolumeOff,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { numberText } from "../../../lib/figures.ts";
import { notify } from "../../../lib/notify.ts";
import { copyText } from "../../../lib/sharing.ts";
import type { FramePlayer } from "./frame-player.types.ts";
import classes from "./player.module.css";
import type { KeyAction } from "./player-keys.ts";
import { TimecodeField } from "./timecode-field.tsx";
import { useFramePlayer } from "./use-frame-player.ts";
import { type KeyTargets, performAction } from "./use-player-keys.ts";

interface PlayerControlsProps {
  targets: KeyTargets;
  isVariable: boolean;
  mayComment: boolean;
}

/** Shows the buttons below the picture area, each of which has a keyboard shortcut. */
export function PlayerControls({ targets, isVariable, mayComment }: PlayerControlsProps) {
  const { t } = useTranslation();
  const { player } = targets;
  const isReady = useFramePlayer(player, (state) => state.status === "ready");
  const isLooping = useFramePlayer(player, (state) => state.isLooping);
  const range = useFramePlayer(player, (state) => state.range);
  const does = (action: KeyAction) => () => performAction(action, targets);
  async function copyLink(): Promise<void> {
    const url = new URL(location.href);
    const [path] = url.hash.split("?");
    url.hash = `${path}?frame=${player.getSnapshot().wantedFrame}`;
    try {
      await copyText(url.href);
      notify.success({ message: t("review.copied") });
    } catch {
      notify.failure({ message: t("common.copyRefused") });
    }
  }
  const isMarked = range.inFrame !== null || range.outFrame !== null;
  return (
    <div>
      <div className={classes.controls}>
        <TransportButtons targets={targets} />
        <TimecodeField player={player} ref={targets.timecodeField} />
        <div className={classes.group}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={!isReady}
            onClick={does("markIn")}
            aria-label={t("review.markIn")}
          >
            I
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={!isReady}
            onClick={does("markOut")}
            aria-label={t("review.markOut")}
          >
            O
          </Button>
          {isMarked && (
            <Button size="compact-sm" variant="subtle" onClick={does("clearRange")}>
              {t("review.clearRange")}
            </Button>
          )}
          <ControlButton
            label={t("review.loop")}
            isOff={!isReady}
            isPressed={isLooping}
            onPress={does("loop")}
          >
            <IconRepeat size={18} />
          </ControlButton>
        </div>
        <div className={classes.group}>
          <ControlButton
            label={t("review.previousComment")}
            isOff={targets.marks.length === 0}
            onPress={does("previousComment")}
          >
            <IconChevronLeft size={18} />
          </ControlButton>
          {mayComment && (
            <ControlButton label={t("review.comment")} isOff={!isReady} onPress={does("comment")}>
              <IconMessagePlus size={18} />
            </ControlButton>
          )}
          <ControlButton
            label={t("review.nextComment")}
            isOff={targets.marks.length === 0}
            onPress={does("nextComment")}
          >
            <IconChevronRight size={18} />
          </ControlButton>
        </div>
        <VolumeControl player={player} />
        <div className={classes.group}>
          <ZoomControl targets={targets} />
          <ControlButton label={t("review.copyFrame")} isOff={!isReady} onPress={() => void copyLink()}>
            <IconLink size={18} />
          </ControlButton>
          <ControlButton label={t("review.help")} onPress={does("help")}>
            <IconKeyboard size={18} />
          </ControlButton>
          <ControlButton label={t("review.fullScreen")} onPress={does("fullScreen")}>
            <IconArrowsMaximize size={18} />
          </ControlButton>
        </div>
      </div>
      <PlayerFacts player={player} isVariable={isVariable} />
    </div>
  );
}

/** The buttons for previous frame, play or pause, and next frame. */
export function TransportButtons({ targets }: { targets: KeyTargets }) {
  const { t } = useTranslation();
  const { player } = targets;
  const isReady = useFramePlayer(player, (state) => state.status === "ready");
  const isPlaying = useFramePlayer(player, (state) => state.isPlaying);
  const speed = useFramePlayer(player, (state) => state.speed);
  const does = (action: KeyAction) => () => performAction(action, targets);
  return (
    <div className={classes.group}>
      <ControlButton label={t("review.previousFrame")} isOff={!isReady} onPress={does("previousFrame")}>
        <IconPlayerSkipBack size={18} />
      </ControlButton>
      <ControlButton
        label={t(isPlaying ? "review.pause" : "review.play")}
        isOff={!isReady}
        isMain
        onPress={does("togglePlay")}
      >
        {isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
      </ControlButton>
      <ControlButton label={t("review.nextFrame")} isOff={!isReady} onPress={does("nextFrame")}>
        <IconPlayerSkipForward size={18} />
      </ControlButton>
      {isPlaying && speed !== 1 && (
        <span role="status" aria-label={t("review.speedLabel")}>
          {t("review.speed", { speed })}
        </span>
      )}
    </div>
  );
}

function PlayerFacts({ player, isVariable }: { player: FramePlayer; isVariable: boolean }) {
  const { t, i18n } = useTranslation();
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const frame = useFramePlayer(player, (state) => (state.isPlaying ? state.shownFrame : state.wantedFrame));
  const count = useFramePlayer(player, (state) => state.frameCount);
  const { inFrame, outFrame } = useFramePlayer(player, (state) => state.range);
  if (!timecode) return null;
  const rate = numberText(fpsOf(timecode.rate), i18n.language);
  return (
    <div className={classes.facts}>
      <span>{t("review.frameOf", { frame, count })}</span>
      <span>{t(isVariable ? "review.variable" : "review.rate", { rate })}</span>
      {inFrame !== null && outFrame !== null && (
        <span>
          {t("review.range", {
            from: formatTimecode(inFrame, timecode),
            to: formatTimecode(outFrame, timecode),
            frames: outFrame - inFrame + 1,
          })}
        </span>
      )}
    </div>
  );
}

function VolumeControl({ player }: { player: FramePlayer }) {
  const { t } = useTranslation();
  const volume = useFramePlayer(player, (state) => state.volume);
  const isMuted = useFramePlayer(player, (state) => state.isMuted);
  return (
    <div className={classes.group}>
      <ControlButton
        label={t(isMuted ? "review.unmute" : "review.mute")}
        onPress={() => player.setVolume(volume, !isMuted)}
      >
        {isMuted ? <IconVolumeOff size={18} /> : <IconVolume size={18} />}
      </ControlButton>
      <Slider
        className={classes.volume}
        size="sm"
        min={0}
        max={1}
        step={0.05}
        label={null}
        thumbLabel={t("review.volume")}
        value={isMuted ? 0 : volume}
        onChange={(value) => player.setVolume(value, value === 0)}
      />
    </div>
  );
}

function ZoomControl({ targets }: { targets: KeyTargets }) {
  const { t } = useTranslation();
  const zoom = useFramePlayer(targets.player, (state) => state.zoom);
  return (
    <>
      {zoom > 1 && (
        <>
          <ControlButton label={t("review.zoomOut")} onPress={() => performAction("zoomOut", targets)}>
            <IconZoomOut size={18} />
          </ControlButton>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => performAction("zoomFit", targets)}
            aria-label={t("review.zoomFit")}
          >
            {t("review.zoom", { percent: Math.round(zoom * 100) })}
          </Button>
        </>
      )}
      <ControlButton label={t("review.zoomIn")} onPress={() => performAction("zoomIn", targets)}>
        <IconZoomIn size={18} />
      </ControlButton>
    </>
  );
}

interface ControlButtonProps {
  label: string;
  isOff?: boolean;
  isMain?: boolean;
  /** Whether a toggle button is on. */
  isPressed?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** Shows a button with only an icon. */
export function ControlButton({
  label,
  isOff = false,
  isMain = false,
  isPressed,
  onPress,
  children,
}: ControlButtonProps) {
  return (
    <Tooltip label={label} openDelay={500}>
      <ActionIcon
        size={isMain ? 40 : 34}
        variant={isMain || isPressed ? "filled" : "subtle"}
        {...(isMain || isPressed ? {} : { color: "gray" })}
        disabled={isOff}
        aria-label={label}
        aria-pressed={isPressed}
        onClick={onPress}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

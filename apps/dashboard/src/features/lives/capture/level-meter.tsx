import { Box } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** A voice moves the bar well, a shout fills it. */
const GAIN = 4;
const STEPS = 20;

/** How loud what is heard is now. Texts of area "live". */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation();
  const level = useLevel(stream);
  return (
    <Box
      aria-label={t("live.capture.level")}
      max={STEPS}
      value={level}
      component="meter"
      flex={1}
      miw={0}
      h={12}
    />
  );
}

/** In steps, so that little is drawn. */
function useLevel(stream: MediaStream): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 512 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let frame = 0;
    function look(): void {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      setLevel(Math.min(STEPS, Math.round(STEPS * GAIN * Math.sqrt(power))));
      frame = requestAnimationFrame(look);
    }
    look();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
  return level;
}

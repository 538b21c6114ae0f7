import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import type { FigureName } from "./blocks.ts";

const INK_COLOUR = "light-dark(#3b4a5c, #b9c6d6)";
const SURFACE_COLOUR = "var(--shoal-surface)";
const BACKGROUND_COLOUR = "var(--shoal-sunken)";
const LINE_COLOUR = "var(--shoal-line)";
const FOCUS_COLOUR = "var(--shoal-focus)";
const DRAWING_COLOUR = "#ff3b30";

interface BoxProps {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws the frame of a part of the screen. */
const ScreenPart = (box: BoxProps) => <rect {...box} rx={8} fill={SURFACE_COLOUR} stroke={LINE_COLOUR} />;
/** Draws a bar that stands for a line of text. */
const TextLine = ({ x, y, width, fill = INK_COLOUR }: Omit<BoxProps, "height"> & { fill?: string }) => (
  <rect x={x} y={y} width={width} height={6} rx={3} fill={fill} opacity={0.55} />
);
/** Draws a boat on the sea, as the picture of a video. */
function VideoPicture({ x, y, width, height }: BoxProps) {
  const [w, h] = [width / 160, height / 90];
  return (
    <g transform={`translate(${x} ${y}) scale(${w} ${h})`}>
      <rect width={160} height={90} rx={4} fill="#17324d" />
      <rect y={58} width={160} height={32} fill="#0f766e" />
      <circle cx={126} cy={22} r={10} fill="#f2c14e" />
      <path d="M52 60h48l-9 12H61z" fill="#e8edf2" />
      <path d="M76 58V24l20 30z" fill="#ffffff" />
    </g>
  );
}

function Timeline({ x, y, width, marks }: Omit<BoxProps, "height"> & { marks: readonly number[] }) {
  return (
    <>
      <rect x={x} y={y} width={width} height={8} rx={4} fill={LINE_COLOUR} />
      {marks.map((share) => (
        <circle key={share} cx={x + share * width} cy={y + 4} r={6} fill={FOCUS_COLOUR} />
      ))}
    </>
  );
}

function Comment({ x, y, isMarked = false }: { x: number; y: number; isMarked?: boolean }) {
  return (
    <>
      <rect
        x={x}
        y={y}
        width={176}
        height={58}
        rx={8}
        fill={SURFACE_COLOUR}
        stroke={isMarked ? FOCUS_COLOUR : LINE_COLOUR}
      />
      <circle cx={x + 18} cy={y + 18} r={8} fill={isMarked ? FOCUS_COLOUR : LINE_COLOUR} />
      <TextLine x={x + 34} y={y + 14} width={60} />
      <rect
        x={x + 120}
        y={y + 11}
        width={46}
        height={13}
        rx={4}
        fill={BACKGROUND_COLOUR}
        stroke={LINE_COLOUR}
      />
      <TextLine x={x + 12} y={y + 38} width={130} />
    </>
  );
}

const FIGURES: Readonly<Record<FigureName, ReactNode>> = {
  review: (
    <>
      <ScreenPart x={16} y={16} width={400} height={268} />
      <VideoPicture x={28} y={28} width={376} height={194} />
      <Timeline x={28} y={236} width={376} marks={[0.2, 0.46, 0.8]} />
      <path d="M34 256v18l15-9z" fill={INK_COLOUR} />
      <TextLine x={64} y={262} width={70} />
      <ScreenPart x={428} y={16} width={196} height={268} />
      <Comment x={438} y={28} />
      <Comment x={438} y={94} isMarked />
      <Comment x={438} y={160} />
      <rect x={438} y={232} width={176} height={42} rx={8} fill={BACKGROUND_COLOUR} stroke={LINE_COLOUR} />
    </>
  ),
  drawing: (
    <>
      <ScreenPart x={16} y={16} width={608} height={268} />
      {[0, 1, 2, 3, 4, 5, 6].map((tool) => (
        <rect
          key={tool}
          x={150 + tool * 50}
          y={26}
          width={34}
          height={34}
          rx={8}
          fill={tool === 1 ? FOCUS_COLOUR : BACKGROUND_COLOUR}
        />
      ))}
      <path d="M158 52l16-16" stroke={INK_COLOUR} strokeWidth={3} strokeLinecap="round" />
      <path
        d="M208 52l16-16m-10 0h10v10"
        stroke="#ffffff"
        strokeWidth={3}
        fill="none"
        strokeLinecap="round"
      />
      <rect x={259} y={35} width={16} height={16} stroke={INK_COLOUR} strokeWidth={3} fill="none" />
      <circle cx={317} cy={43} r={8} stroke={INK_COLOUR} strokeWidth={3} fill="none" />
      <path d="M360 36h14m-7 0v16" stroke={INK_COLOUR} strokeWidth={3} strokeLinecap="round" />
      <circle cx={417} cy={43} r={8} fill={DRAWING_COLOUR} />
      <circle cx={467} cy={43} r={8} fill="#ffcc00" />
      <VideoPicture x={138} y={70} width={364} height={204} />
      <ellipse cx={311} cy={178} rx={78} ry={72} stroke={DRAWING_COLOUR} strokeWidth={5} fill="none" />
      <path
        d="M208 112l42 24m-18 3l18-3-7-17"
        stroke={DRAWING_COLOUR}
        strokeWidth={5}
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  comparison: (
    <>
      <ScreenPart x={16} y={16} width={608} height={268} />
      <VideoPicture x={28} y={28} width={288} height={170} />
      <g opacity={0.85}>
        <VideoPicture x={324} y={28} width={288} height={170} />
        <rect x={324} y={28} width={288} height={170} rx={8} fill="#f2c14e" opacity={0.25} />
      </g>
      <rect x={28} y={216} width={584} height={16} rx={4} fill={LINE_COLOUR} />
      <rect x={168} y={216} width={92} height={16} fill="#f2c14e" />
      <rect x={402} y={216} width={54} height={16} fill={DRAWING_COLOUR} opacity={0.8} />
      <path d="M300 208v32" stroke={FOCUS_COLOUR} strokeWidth={3} />
      <TextLine x={28} y={254} width={90} />
      <TextLine x={168} y={254} width={60} fill="#b07d00" />
      <TextLine x={402} y={254} width={60} fill={DRAWING_COLOUR} />
    </>
  ),
  reviewLink: (
    <>
      <ScreenPart x={16} y={60} width={190} height={180} />
      <TextLine x={32} y={80} width={90} />
      <rect x={32} y={100} width={158} height={28} rx={6} fill={BACKGROUND_COLOUR} stroke={LINE_COLOUR} />
      <path
        d="M46 118a6 6 0 0 1 0-9h8m4 9h8a6 6 0 0 0 0-9m-16 5h12"
        stroke={FOCUS_COLOUR}
        fill="none"
        strokeWidth={2}
      />
      <TextLine x={80} y={111} width={96} />
      <rect x={32} y={144} width={12} height={12} rx={3} fill={FOCUS_COLOUR} />
      <TextLine x={52} y={147} width={90} />
      <rect x={32} y={166} width={12} height={12} rx={3} fill={FOCUS_COLOUR} />
      <TextLine x={52} y={169} width={70} />
      <rect x={32} y={194} width={80} height={28} rx={6} fill={FOCUS_COLOUR} />
      <path
        d="M222 150h44m-12-9l12 9-12 9"
        stroke={INK_COLOUR}
        strokeWidth={4}
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <ScreenPart x={282} y={28} width={342} height={244} />
      <VideoPicture x={294} y={64} width={200} height={122} />
      <TextLine x={294} y={42} width={110} />
      <g opacity={0.6}>
        <TextLine x={316} y={92} width={64} fill="#ffffff" />
        <TextLine x={404} y={140} width={64} fill="#ffffff" />
      </g>
      <Timeline x={294} y={200} width={200} marks={[0.35]} />
      <rect x={504} y={64} width={108} height={58} rx={8} fill={BACKGROUND_COLOUR} stroke={LINE_COLOUR} />
      <TextLine x={516} y={80} width={60} />
      <TextLine x={516} y={100} width={84} />
      <rect x={504} y={132} width={108} height={54} rx={8} fill={SURFACE_COLOUR} stroke={FOCUS_COLOUR} />
    </>
  ),
};

/** Draws the outline of a screen, which contains no words and follows the colour scheme. */
export function Figure({ name, words }: { name: FigureName; words: string }) {
  return (
    <Box component="figure" m={0} maw={640}>
      <Box
        component="svg"
        viewBox="0 0 640 300"
        w="100%"
        display="block"
        bg={BACKGROUND_COLOUR}
        bd="1px solid var(--shoal-line)"
        bdrs="var(--shoal-radius)"
        aria-hidden
      >
        {FIGURES[name]}
      </Box>
      <Box component="figcaption" fz="sm" c="dimmed" mt={6}>
        {words}
      </Box>
    </Box>
  );
}

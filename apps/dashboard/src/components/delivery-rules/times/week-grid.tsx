import { Text } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDayNames } from "./day-names.ts";
import classes from "./week-grid.module.css";
import { cellOf, DAYS, type HalfHour, STEPS_PER_DAY, timeOfStep } from "./week-grid.ts";

interface WeekGridProps {
  label: string;
  cells: ReadonlySet<HalfHour>;
  onChange: (cells: ReadonlySet<HalfHour>) => void;
}

/** The moves of the arrow keys, as numbers of days and half hours. Each row of the grid is a day. */
const ARROW_MOVES: Record<string, readonly [day: number, step: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface GridCell {
  day: number;
  step: number;
}
const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Selects half hours of a week, which the user paints with the mouse, a finger or the keyboard. */
export function WeekGrid({ label, cells, onChange }: WeekGridProps) {
  const { t } = useTranslation();
  const days = useDayNames();
  const grid = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<GridCell>({ day: 1, step: 16 });
  const painting = usePainting(cells, onChange);
  const goTo = (place: GridCell) => {
    setCurrent(place);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cellOf(place.day, place.step)}"]`)?.focus();
  };
  function handleKey(event: KeyboardEvent): void {
    const cell = cellOf(current.day, current.step);
    if (event.key === " " || event.key === "Enter") painting.set([cell], !cells.has(cell));
    else if (ARROW_MOVES[event.key]) {
      const [day, step] = ARROW_MOVES[event.key] as readonly [number, number];
      const next = {
        day: clamp(current.day + day, 1, 7),
        step: clamp(current.step + step, 0, STEPS_PER_DAY - 1),
      };
      if (event.shiftKey) painting.set([cellOf(next.day, next.step)], cells.has(cell));
      goTo(next);
    } else if (event.key === "Home" || event.key === "End")
      goTo({ ...current, step: event.key === "Home" ? 0 : STEPS_PER_DAY - 1 });
    else return;
    event.preventDefault();
  }
  return (
    <div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: users edit the table as a grid
        role="grid"
        aria-label={label}
        className={classes.grid}
        onKeyDown={handleKey}
        onPointerDown={painting.start}
        onPointerMove={painting.go}
        onPointerUp={painting.end}
        onPointerCancel={painting.drop}
      >
        <thead>
          <tr>
            <td />
            {Array.from({ length: STEPS_PER_DAY / 8 }, (_, index) => (
              <th key={timeOfStep(index * 8)} colSpan={8} scope="colgroup" className={classes.hour}>
                {timeOfStep(index * 8)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day) => (
            <tr key={day}>
              <th scope="row" className={classes.day} abbr={days.long(day)}>
                {days.short(day)}
              </th>
              {Array.from({ length: STEPS_PER_DAY }, (_, step) => (
                <GridCell
                  key={timeOfStep(step)}
                  cell={cellOf(day, step)}
                  isOn={cells.has(cellOf(day, step))}
                  isCurrent={current.day === day && current.step === step}
                  text={t("deliveryRules.times.cell", {
                    day: days.long(day),
                    from: timeOfStep(step),
                    to: timeOfStep(step + 1),
                  })}
                  onFocus={() => setCurrent({ day, step })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" mt={6}>
        {t("deliveryRules.times.gridHint")}
      </Text>
    </div>
  );
}

interface GridCellProps {
  cell: HalfHour;
  isOn: boolean;
  isCurrent: boolean;
  text: string;
  onFocus: () => void;
}

function GridCell({ cell, isOn, isCurrent, text, onFocus }: GridCellProps) {
  const { t } = useTranslation();
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: users select the cell in the grid
      role="gridcell"
      className={classes.cell}
      data-cell={cell}
      data-on={isOn}
      data-hour={cell % 2 === 0}
      aria-selected={isOn}
      aria-label={`${text}: ${t(isOn ? "deliveryRules.times.isOn" : "deliveryRules.times.isOff")}`}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
    />
  );
}

/** Handles dragging, which sets the rectangle between two half hours to the new state of the first. */
function usePainting(cells: ReadonlySet<HalfHour>, onChange: (cells: ReadonlySet<HalfHour>) => void) {
  const stroke = useRef<{ first: HalfHour; isOn: boolean; before: ReadonlySet<HalfHour> }>(undefined);
  const set = (changed: readonly HalfHour[], isOn: boolean, from: ReadonlySet<HalfHour> = cells) => {
    const painted = new Set(changed);
    onChange(new Set(isOn ? [...from, ...changed] : [...from].filter((cell) => !painted.has(cell))));
  };
  return {
    set,
    start(event: PointerEvent<HTMLElement>) {
      const first = cellAt(event);
      if (first === undefined || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      stroke.current = { first, isOn: !cells.has(first), before: cells };
      set([first], !cells.has(first));
    },
    go(event: PointerEvent<HTMLElement>) {
      const last = stroke.current && cellAt(event);
      if (last === undefined || !stroke.current) return;
      const { first, isOn, before } = stroke.current;
      set(cellsBetween(first, last), isOn, before);
    },
    end() {
      stroke.current = undefined;
    },
    /** Discards the painted half hours when the browser takes over the gesture for scrolling. */
    drop() {
      if (stroke.current) onChange(stroke.current.before);
      stroke.current = undefined;
    },
  };
}

/** Finds the cell under the pointer. While the pointer is captured, the events name only the capturing element. */
function cellAt({ clientX, clientY }: PointerEvent): HalfHour | undefined {
  const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-cell]");
  return found ? Number(found.dataset.cell) : undefined;
}

function cellsBetween(one: HalfHour, other: HalfHour): HalfHour[] {
  const days = [one, other].map((cell) => Math.floor(cell / STEPS_PER_DAY));
  const steps = [one, other].map((cell) => cell % STEPS_PER_DAY);
  const cells: HalfHour[] = [];
  for (let day = Math.min(...days); day <= Math.max(...days); day++)
    for (let step = Math.min(...steps); step <= Math.max(...steps); step++)
      cells.push(day * STEPS_PER_DAY + step);
  return cells;
}

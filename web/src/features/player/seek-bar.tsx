import { clsx } from 'clsx';
import type { CSSProperties, KeyboardEvent } from 'react';
import { playingTime } from '#shared/text/playing-time.ts';
import { isComposing } from '#shared/ui/is-composing.ts';
import { seekBy, seekTo, STEP_S } from './seek.ts';
import type { Mark } from './spoken-marks.ts';
import type { AudioState } from './use-audio.ts';

interface SeekBarProps {
  element: HTMLAudioElement;
  state: AudioState;
  marks: readonly Mark[];
  chapters: readonly Mark[];
  /** Puts the bar on its own line, with the times below. */
  wide?: boolean;
}

const STEPS: Record<string, number> = {
  ArrowLeft: -STEP_S,
  ArrowDown: -STEP_S,
  ArrowRight: STEP_S,
  ArrowUp: STEP_S,
  PageDown: -60,
  PageUp: 60,
};

/** Marks quotations below the line, and chapters above the line. */
export function SeekBar({
  element,
  state: { atS, durationS },
  marks,
  chapters,
  wide = false,
}: SeekBarProps) {
  const isKnown = Number.isFinite(durationS) && durationS > 0;
  const length = isKnown ? durationS : 0;

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    seekBy(element, step);
  }

  const at = isKnown ? Math.min(1, atS / length) : 0;
  return (
    <div
      className={clsx(
        'flex min-w-0 flex-1 items-center text-xs text-soft tabular-nums',
        wide ? 'flex-wrap justify-between' : 'gap-2',
      )}
    >
      <span aria-hidden className={wide ? '' : 'min-w-9 text-right'}>
        {playingTime(atS)}
      </span>
      <div
        className={clsx(
          'relative flex h-11 min-w-0 flex-1 items-center',
          wide && 'order-first basis-full',
        )}
      >
        <input
          type="range"
          aria-label="Position in the episode"
          aria-valuetext={`${playingTime(atS)} of ${isKnown ? playingTime(length) : 'an unknown length'}`}
          min={0}
          max={Math.ceil(length)}
          step={1}
          value={at === 1 ? Math.ceil(length) : Math.floor(atS)}
          disabled={!isKnown || element.readyState === 0}
          onChange={({ target }) => seekTo(element, target.valueAsNumber)}
          onKeyDown={press}
          style={{ '--at': leftOf(at) } as CSSProperties}
          className="seek w-full cursor-pointer disabled:cursor-default"
        />
        {isKnown && (
          <>
            <Marks marks={chapters} length={length} look="h-3 w-0.5 bg-soft" />
            <Marks marks={marks} length={length} look="bottom-1 size-1.5 bg-link" />
          </>
        )}
      </div>
      <span aria-hidden className={wide ? '' : 'min-w-9'}>
        {isKnown ? playingTime(length) : '–:––'}
      </span>
    </div>
  );
}

/** Position on a slider whose thumb is 1 rem wide. */
function leftOf(part: number): string {
  return `calc(0.5rem + (100% - 1rem) * ${part})`;
}

interface MarksProps {
  marks: readonly Mark[];
  /** Length of the episode in seconds; marks beyond it are omitted. */
  length: number;
  look: string;
}

function Marks({ marks, length, look }: MarksProps) {
  return marks
    .filter(({ atS }) => atS <= length)
    .map(({ atS, label }, index) => (
      <span
        key={index}
        aria-hidden
        title={`${playingTime(atS)} ${label}`}
        style={{ left: leftOf(atS / length) }}
        className={`pointer-events-none absolute -translate-x-1/2 rounded-full ${look}`}
      />
    ));
}

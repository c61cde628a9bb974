import { keepSpeed, setSpeed, SPEEDS } from './speed.ts';

/** The playback speeds. The choice is stored for later episodes. */
export function SpeedChoice({ element, rate }: { element: HTMLAudioElement; rate: number }) {
  function choose(speed: number) {
    setSpeed(element, speed);
    keepSpeed(speed);
  }
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Speed</legend>
      <div className="mt-2 grid grid-cols-6 rounded-xl bg-sunken p-1">
        {SPEEDS.map((speed) => (
          <label
            key={speed}
            className="relative grid min-h-11 place-items-center rounded-lg text-sm text-soft tabular-nums has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-card"
          >
            <input
              type="radio"
              name="speed"
              value={speed}
              checked={speed === rate}
              onChange={() => choose(speed)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg"
            />
            {`${speed}×`}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

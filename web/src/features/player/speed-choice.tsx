import { keepSpeed, setSpeed, SPEEDS } from './speed.ts';

/** How fast an episode is played; kept for the next one. */
export function SpeedChoice({ element, rate }: { element: HTMLAudioElement; rate: number }) {
  function choose(speed: number) {
    setSpeed(element, speed);
    keepSpeed(speed);
  }
  return (
    <select
      aria-label="Speed"
      value={rate}
      onChange={({ target }) => choose(Number(target.value))}
      className="h-9 rounded-lg border border-line bg-surface px-1 text-base text-ink sm:text-sm"
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {speed}×
        </option>
      ))}
    </select>
  );
}

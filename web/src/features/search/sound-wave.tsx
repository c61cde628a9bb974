const BARS = 132;
const BAR_WIDTH = 5;
const STEP = 12;
const HEIGHT = 128;

/** Deterministic, so that the wave is the same on every load: slow waves with small quick waves on top. */
function barHeight(index: number): number {
  const swell = Math.sin((index / BARS) * Math.PI);
  const voice = 0.55 + 0.3 * Math.sin(index * 0.55) + 0.15 * Math.sin(index * 1.9 + 1);
  return Math.round(12 + swell * voice * (HEIGHT - 24));
}

const bars = Array.from({ length: BARS }, (_, index) => ({
  x: index * STEP,
  height: barHeight(index),
}));

export function SoundWave() {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${BARS * STEP} ${HEIGHT}`}
      className="pointer-events-none absolute top-1/2 left-1/2 -z-10 hidden w-[99rem] max-w-none -translate-x-1/2 -translate-y-1/2 fill-accent opacity-40 [mask-image:linear-gradient(to_right,transparent_12%,black_34%,black_66%,transparent_88%)] lg:block dark:opacity-30"
    >
      {bars.map(({ x, height }) => (
        <rect
          key={x}
          x={x}
          y={(HEIGHT - height) / 2}
          width={BAR_WIDTH}
          height={height}
          rx={BAR_WIDTH / 2}
        />
      ))}
    </svg>
  );
}

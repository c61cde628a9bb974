import { keptText } from '#shared/text/kept-text.ts';

const kept = keptText('localStorage', 'earshot.positions');
export const POSITIONS_KEPT = 50;
/** Positions in the first BEGUN_S or the last HEARD_S seconds of an episode are not remembered. */
const BEGUN_S = 10;
const HEARD_S = 20;

type Positions = [key: string, atS: number][];

/** Position in seconds; 0 if the episode was not started or was finished. */
export function rememberedPosition(key: string): number {
  return readPositions().find(([known]) => known === key)?.[1] ?? 0;
}

export function rememberPosition(
  key: string,
  { atS, durationS }: { atS: number; durationS: number },
): void {
  const others = readPositions().filter(([known]) => known !== key);
  const isBegun = atS >= BEGUN_S && !(durationS - atS < HEARD_S);
  const positions: Positions = isBegun ? [[key, Math.floor(atS)], ...others] : others;
  kept.write(JSON.stringify(positions.slice(0, POSITIONS_KEPT)));
}

function readPositions(): Positions {
  try {
    const stored: unknown = JSON.parse(kept.read() ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(value: unknown): value is Positions[number] {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'string' &&
    typeof value[1] === 'number' &&
    value[1] >= 0
  );
}

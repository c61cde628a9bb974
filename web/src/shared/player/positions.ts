const KEY = 'earshot.positions';
/** Number of remembered episodes, the most recent first. */
export const POSITIONS_KEPT = 50;
/** In seconds. Positions before BEGUN_S, and those less than HEARD_S before the end, are not remembered. */
const BEGUN_S = 10;
const HEARD_S = 20;

/** The used part of `localStorage`, whose methods can throw. Tests pass a fake. */
type PositionStorage = Pick<Storage, 'getItem' | 'setItem'>;

type Positions = [key: string, atS: number][];

/** The remembered position in seconds; 0 if the episode was not started or was finished. */
export function rememberedPosition(key: string, storage?: PositionStorage): number {
  return readPositions(storage).find(([known]) => known === key)?.[1] ?? 0;
}

/** Stores an episode's position on this device, for the last {@link POSITIONS_KEPT} episodes. */
export function rememberPosition(
  key: string,
  { atS, durationS }: { atS: number; durationS: number },
  storage?: PositionStorage,
): void {
  const others = readPositions(storage).filter(([known]) => known !== key);
  const isBegun = atS >= BEGUN_S && !(durationS - atS < HEARD_S);
  const kept: Positions = isBegun ? [[key, Math.floor(atS)], ...others] : others;
  try {
    (storage ?? localStorage).setItem(KEY, JSON.stringify(kept.slice(0, POSITIONS_KEPT)));
  } catch {
    // Without storage, episodes start at the beginning.
  }
}

function readPositions(storage?: PositionStorage): Positions {
  try {
    const kept: unknown = JSON.parse((storage ?? localStorage).getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPosition) : [];
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

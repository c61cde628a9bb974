const KEY = 'earshot.positions';
/** Episodes that are remembered, the last begun first. */
export const POSITIONS_KEPT = 50;
/** Before this, an episode was hardly begun; this near to the end, it was heard. Seconds. */
const BEGUN_S = 10;
const HEARD_S = 20;

/** Where positions are kept; a browser may refuse storage altogether. */
type PositionStorage = Pick<Storage, 'getItem' | 'setItem'>;

type Positions = [key: string, atS: number][];

/** Where an episode was left, in seconds; 0 for one that was not begun here, or heard to its end. */
export function rememberedPosition(key: string, storage?: PositionStorage): number {
  return readPositions(storage).find(([known]) => known === key)?.[1] ?? 0;
}

/** Remembers where an episode is, for the last {@link POSITIONS_KEPT} that were begun on this device. */
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
    // Without storage each episode begins at its beginning.
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

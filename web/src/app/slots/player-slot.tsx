import { useSyncExternalStore } from 'react';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { nowPlaying } from '#shared/player/now-playing.ts';

const Player = lazyNamed(() => import('#features/player/player.tsx'), 'Player');

/** The player at the foot of every page, once something is played. */
export function PlayerSlot() {
  const playing = useSyncExternalStore(nowPlaying.subscribe, nowPlaying.get, () => null);
  if (playing === null) return null;
  return (
    <QuietBoundary fallback={<CloseButton />}>
      <Player playing={playing} />
    </QuietBoundary>
  );
}

/** Stands there while the player loads, and where it cannot be loaded. */
function CloseButton() {
  return (
    <button
      type="button"
      data-player
      onClick={() => nowPlaying.close()}
      className="fixed inset-x-0 bottom-0 z-30 h-14 border-t border-line bg-surface font-semibold"
    >
      Loading the player… Close
    </button>
  );
}

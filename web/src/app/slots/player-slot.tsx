import { useSyncExternalStore } from 'react';
import { latePart } from '#shared/loading/late-part.tsx';
import { nowPlaying } from '#shared/player/now-playing.ts';

const Player = latePart(() => import('#features/player/player.tsx'), 'Player', {
  fallback: <CloseButton />,
});

/** The player at the foot of every page, once something is played. */
export function PlayerSlot() {
  const playing = useSyncExternalStore(nowPlaying.subscribe, nowPlaying.get, () => null);
  return playing && <Player playing={playing} />;
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

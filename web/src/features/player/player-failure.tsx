import type { NowPlaying } from '#shared/player/now-playing.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { playOrPause } from './seek.ts';

/** `MediaError` codes that have their own messages. */
const NETWORK = 2;
const DECODE = 3;

/** Cannot be more specific, because browsers reveal neither the HTTP status nor whether the host answered. */
function failureText(code: number, isOnline: boolean): string {
  if (!isOnline) return 'You are offline. Try again when you are connected.';
  if (code === NETWORK) return 'The connection to the publisher’s server was lost.';
  if (code === DECODE) return 'This audio file is damaged, or your browser cannot play it.';
  return 'The publisher’s server does not have this audio. It may have been moved or removed.';
}

interface PlayerFailureProps {
  failure: number;
  playing: NowPlaying;
}

export function PlayerFailure({ failure, playing: { episode, element } }: PlayerFailureProps) {
  function tryAgain() {
    element.pause();
    playOrPause(element);
  }
  return (
    <div className="flex min-w-0 flex-1 items-center gap-x-3 text-xs sm:gap-x-4 sm:text-sm">
      <p role="alert" className="line-clamp-3 min-w-0 text-danger max-sm:flex-1">
        {failureText(failure, navigator.onLine)}
      </p>
      <TextButton onClick={tryAgain} className="min-h-11 shrink-0">
        Try again
      </TextButton>
      {episode.link && (
        <a
          href={episode.link}
          target="_blank"
          rel="noopener noreferrer"
          className="shrink-0 rounded-sm font-semibold text-link underline-offset-4 hover:underline max-sm:hidden"
        >
          Episode page
        </a>
      )}
    </div>
  );
}

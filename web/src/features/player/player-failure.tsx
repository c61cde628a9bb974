import type { NowPlaying } from '#shared/player/now-playing.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { failureText } from './failure-text.ts';
import { playOrPause } from './seek.ts';

interface PlayerFailureProps {
  /** The code of the audio's `MediaError`. */
  failure: number;
  playing: NowPlaying;
}

/** Says why an episode is not heard, and what can be done about it. */
export function PlayerFailure({ failure, playing: { episode, element } }: PlayerFailureProps) {
  function tryAgain() {
    element.pause();
    playOrPause(element);
  }
  return (
    <div className="order-4 flex w-full flex-wrap items-baseline gap-x-4 gap-y-1 py-2 text-sm sm:order-none sm:w-auto sm:flex-1">
      <p role="alert" className="text-danger">
        {failureText(failure, navigator.onLine)}
      </p>
      <TextButton onClick={tryAgain}>Try again</TextButton>
      {episode.link && (
        <a
          href={episode.link}
          target="_blank"
          rel="noopener noreferrer"
          className="rounded-sm font-semibold text-link underline-offset-4 hover:underline"
        >
          Episode page
        </a>
      )}
    </div>
  );
}

import { LoaderCircle, Pause, Play, RotateCcw, RotateCw, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { nowPlaying, type NowPlaying } from '#shared/player/now-playing.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { ChapterChoice } from './chapter-choice.tsx';
import { chapterMarks } from './chapters.ts';
import { playRequest } from './play-request.ts';
import { PlayerFailure } from './player-failure.tsx';
import { pressPlayerKey } from './player-key.ts';
import { BACK_S, FORWARD_S, playOrPause, seekBy } from './seek.ts';
import { SeekBar } from './seek-bar.tsx';
import { spokenMarks } from './spoken-marks.ts';
import { chosenSpeed, setSpeed } from './speed.ts';
import { SpeedChoice } from './speed-choice.tsx';
import { useAudio } from './use-audio.ts';
import { useKeptPosition } from './use-kept-position.ts';
import { usePlayerHeight } from './use-player-height.ts';
import { useMediaSession } from './use-media-session.ts';

/** Plays an episode at the foot of the page, while one reads on. */
export function Player({ playing }: { playing: NowPlaying }) {
  const { episode, element } = playing;
  const { chapters = [] } = episode;
  const state = useAudio(element);
  useMediaSession(playing, state);
  const bar = useRef<HTMLElement>(null);
  usePlayerHeight(bar);
  const keepPosition = useKeptPosition(playing);
  useEffect(() => playRequest(playing), [playing]);
  useEffect(() => {
    setSpeed(element, chosenSpeed());
  }, [element]);

  function press(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    // A list answers to letters itself.
    if (event.target instanceof HTMLSelectElement) return;
    if (pressPlayerKey(element, chapters, event)) event.preventDefault();
  }

  function close() {
    keepPosition();
    nowPlaying.close();
  }

  const { failure, isPaused, isWaiting } = state;
  const hasChapters = chapters.length > 0;
  return (
    <section
      ref={bar}
      data-player
      aria-label="Player"
      onKeyDown={press}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-card"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-2 px-3 py-1 sm:flex-nowrap sm:gap-x-4 sm:px-6 sm:py-2">
        <div className="min-w-0 grow basis-52 sm:w-56 sm:flex-initial lg:w-72">
          <Title playing={playing} />
          {hasChapters && failure === null && (
            <ChapterChoice element={element} chapters={chapters} atS={state.atS} />
          )}
        </div>
        {failure === null ? (
          <>
            <div data-tip-align="left" className="order-4 flex sm:order-none">
              <IconButton
                label={`Back ${BACK_S} seconds`}
                tip={`Back ${BACK_S} seconds (J)${hasChapters ? ' or a chapter (Shift+J)' : ''}`}
                onClick={() => seekBy(element, -BACK_S)}
              >
                <RotateCcw aria-hidden className="size-5" strokeWidth={1.75} />
              </IconButton>
              <IconButton
                label={isPaused ? 'Play' : 'Pause'}
                tip={isPaused ? 'Play (K)' : 'Pause (K)'}
                onClick={() => playOrPause(element)}
              >
                <PlayIcon isPaused={isPaused} isWaiting={isWaiting} />
              </IconButton>
              <IconButton
                label={`Forward ${FORWARD_S} seconds`}
                tip={`Forward ${FORWARD_S} seconds (L)${hasChapters ? ' or a chapter (Shift+L)' : ''}`}
                onClick={() => seekBy(element, FORWARD_S)}
              >
                <RotateCw aria-hidden className="size-5" strokeWidth={1.75} />
              </IconButton>
            </div>
            <div className="order-5 flex min-w-40 flex-1 sm:order-none">
              <SeekBar
                element={element}
                state={state}
                marks={spokenMarks(episode)}
                chapters={chapterMarks(episode)}
              />
            </div>
            <SpeedChoice element={element} rate={state.rate} />
          </>
        ) : (
          <PlayerFailure failure={failure} playing={playing} />
        )}
        <IconButton label="Close the player" tip="Close" onClick={close}>
          <X aria-hidden className="size-5" strokeWidth={1.75} />
        </IconButton>
      </div>
      <p role="status" className="sr-only">
        {isWaiting ? 'Loading the audio…' : ''}
      </p>
    </section>
  );
}

function Title({ playing: { episode } }: { playing: NowPlaying }) {
  return (
    <p className="truncate text-sm leading-tight">
      <span className="block truncate font-semibold">{episode.title}</span>
      <span className="block truncate text-soft">{episode.podcast}</span>
    </p>
  );
}

function PlayIcon({ isPaused, isWaiting }: { isPaused: boolean; isWaiting: boolean }) {
  if (isPaused) return <Play aria-hidden className="size-6 fill-current" strokeWidth={1.75} />;
  if (isWaiting) return <LoaderCircle aria-hidden className="size-6 animate-spin" />;
  return <Pause aria-hidden className="size-6 fill-current" strokeWidth={1.75} />;
}

import type { Episode } from 'functions/contract';
import { clsx } from 'clsx';
import { ChevronUp, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EpisodeCover } from '#shared/episode/card/episode-cover.tsx';
import { keepEpisode } from '#shared/player/kept-episode.ts';
import { nowPlaying, type NowPlaying } from '#shared/player/now-playing.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { isComposing } from '#shared/ui/is-composing.ts';
import { chapterAt, chapterMarks } from './chapters.ts';
import { playRequest, startOf } from './play-request.ts';
import {
  BackButton,
  ForwardButton,
  NextChapterButton,
  PlayButton,
  PreviousChapterButton,
} from './player-buttons.tsx';
import { PlayerFailure } from './player-failure.tsx';
import { isForPlayer, pressPlayerKey } from './player-keys.ts';
import { PlayerSheet } from './player-sheet.tsx';
import { SeekBar } from './seek-bar.tsx';
import { spokenMarks } from './spoken-marks.ts';
import { chosenSpeed, setSpeed } from './speed.ts';
import { type AudioState, useAudio } from './use-audio.ts';
import { useKeptPosition } from './use-kept-position.ts';
import { useMediaSession } from './use-media-session.ts';
import { usePlayerHeight } from './use-player-height.ts';

const NO_CHAPTERS: NonNullable<Episode['chapters']> = [];

export function Player({ playing }: { playing: NowPlaying }) {
  const { episode, element } = playing;
  const { chapters = NO_CHAPTERS } = episode;
  const startS = useMemo(() => startOf(playing), [playing]);
  const state = useAudio(element, startS, episode.duration_s);
  useMediaSession(playing, state);
  const bar = useRef<HTMLElement>(null);
  usePlayerHeight(bar, playing);
  const keepPosition = useKeptPosition(playing);
  useEffect(() => playRequest(playing), [playing]);
  useEffect(() => {
    setSpeed(element, chosenSpeed());
  }, [element]);
  const [isOpen, setOpen] = useState(false);
  const focusSpeed = useRef(false);

  useEffect(() => keepEpisode(JSON.stringify(episode)), [episode]);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || isComposing(event) || !isForPlayer(event.target)) return;
      if (pressPlayerKey(element, chapters, event)) event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [element, chapters]);

  function close() {
    keepPosition();
    keepEpisode(null);
    nowPlaying.close();
  }

  function openAtSpeed() {
    focusSpeed.current = true;
    setOpen(true);
  }

  function change(open: boolean) {
    focusSpeed.current = false;
    setOpen(open);
  }

  const { failure, isWaiting } = state;
  return (
    <Dialog.Root open={isOpen} onOpenChange={change}>
      <section
        ref={bar}
        id="player"
        tabIndex={-1}
        data-player
        aria-label="Player"
        // The sheet has the same buttons. The bar keeps its place, so that the page does not move.
        className={clsx(
          'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-card',
          isOpen && 'invisible',
        )}
      >
        <Progress state={state} />
        <div className="mx-auto flex h-15 max-w-6xl items-center gap-x-1 px-2 sm:gap-x-2 sm:px-6 lg:gap-x-3">
          <Dialog.Trigger
            className={`flex h-13 min-w-0 flex-1 items-center gap-3 rounded-xl px-1 text-left transition-colors hover:bg-sunken sm:w-52 sm:flex-none lg:w-72 ${failure === null ? '' : 'max-sm:hidden'}`}
          >
            <EpisodeCover image={episode.image} className="w-11" />
            <span className="min-w-0 text-sm leading-tight">
              <span className="sr-only">Show the player: </span>
              <span dir="auto" className="block truncate text-left font-semibold">
                {episode.title}
              </span>{' '}
              <span dir="auto" className="block truncate text-left text-soft">
                {chapters[chapterAt(chapters, state.atS)]?.title ?? episode.podcast}
              </span>
            </span>
          </Dialog.Trigger>
          {failure === null ? (
            <Controls playing={playing} state={state} onSpeed={openAtSpeed} />
          ) : (
            <PlayerFailure failure={failure} playing={playing} />
          )}
          <div className={`flex ${failure === null ? 'max-sm:hidden' : ''}`}>
            <IconButton label="Show more" tip="More" onClick={() => setOpen(true)}>
              <ChevronUp aria-hidden className="size-5" strokeWidth={1.75} />
            </IconButton>
            <IconButton label="Close the player" tip="Close" onClick={close}>
              <X aria-hidden className="size-5" strokeWidth={1.75} />
            </IconButton>
          </div>
        </div>
        <p role="status" className="sr-only">
          {isWaiting ? 'Loading the audio…' : ''}
        </p>
        <PlayerSheet playing={playing} state={state} focusSpeed={focusSpeed} onStop={close} />
      </section>
    </Dialog.Root>
  );
}

interface ControlsProps {
  playing: NowPlaying;
  state: AudioState;
  onSpeed: () => void;
}

/** On a phone, shows only play and skip. */
function Controls({ playing: { episode, element }, state, onSpeed }: ControlsProps) {
  const { chapters = [] } = episode;
  const hasChapters = chapters.length > 0;
  return (
    <>
      <div data-tip-align="left" className="flex shrink-0 items-center">
        {hasChapters && (
          <span className="max-lg:hidden">
            <PreviousChapterButton element={element} chapters={chapters} />
          </span>
        )}
        <span className="max-sm:hidden">
          <BackButton element={element} />
        </span>
        <PlayButton element={element} state={state} />
        <ForwardButton element={element} />
        {hasChapters && (
          <span className="max-lg:hidden">
            <NextChapterButton element={element} chapters={chapters} atS={state.atS} />
          </span>
        )}
      </div>
      <div className="flex min-w-0 flex-1 max-sm:hidden">
        <SeekBar
          element={element}
          state={state}
          marks={spokenMarks(episode)}
          chapters={chapterMarks(episode)}
        />
      </div>
      <button
        type="button"
        aria-label={`Speed: ${state.rate}×`}
        aria-haspopup="dialog"
        data-tip="Speed"
        onClick={onSpeed}
        className="h-11 min-w-11 rounded-xl px-1 text-sm font-semibold text-soft tabular-nums transition-colors hover:bg-sunken hover:text-ink max-sm:hidden"
      >
        {state.rate}×
      </button>
    </>
  );
}

/** Shows the progress in narrow players, which have no slider. */
function Progress({ state: { atS, durationS } }: { state: AudioState }) {
  const part = durationS > 0 ? Math.min(1, atS / durationS) : 0;
  return (
    <div aria-hidden className="absolute inset-x-0 -top-px h-0.5 sm:hidden">
      <div className="h-full bg-link" style={{ width: `${part * 100}%` }} />
    </div>
  );
}

import { LoaderCircle, Pause, Play, RotateCcw, RotateCw, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { nowPlaying, type NowPlaying } from '#shared/player/now-playing.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { ChapterChoice } from './chapter-choice.tsx';
import { chapterMarks, nextChapterAt, previousChapterAt } from './chapters.ts';
import { playRequest } from './play-request.ts';
import { BACK_S, FORWARD_S, playOrPause, seekBy, seekTo } from './seek.ts';
import { SeekBar } from './seek-bar.tsx';
import { spokenMarks } from './spoken-marks.ts';
import { chosenSpeed, keepSpeed, setSpeed, SPEEDS } from './speed.ts';
import { useAudio } from './use-audio.ts';
import { useKeptPosition } from './use-kept-position.ts';
import { useMediaSession } from './use-media-session.ts';
import type { EpisodeChapter } from 'functions/contract';
import { TextButton } from '#shared/ui/text-button.tsx';

/** `MediaError` codes with specific messages. */
const NETWORK = 2;
const DECODE = 3;

/**
 * The error message for audio that cannot be played. Browsers do not reveal the HTTP status, nor whether the host
 * answered.
 */
function failureText(code: number, isOnline: boolean): string {
  if (!isOnline) return 'You are offline. Try again when you are connected.';
  if (code === NETWORK) return 'The connection to the publisher’s server broke off.';
  if (code === DECODE) return 'This audio file is damaged, or your browser cannot play it.';
  return 'The publisher’s server does not give out this audio: it may have been moved or removed.';
}

interface PlayerFailureProps {
  failure: number;
  playing: NowPlaying;
}

function PlayerFailure({ failure, playing: { episode, element } }: PlayerFailureProps) {
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

type Action = (element: HTMLAudioElement, chapters: readonly EpisodeChapter[]) => void;

/** Keyboard shortcuts while the focus is in the player. */
const KEY_ACTIONS: Record<string, Action> = {
  k: playOrPause,
  j: (element) => seekBy(element, -BACK_S),
  l: (element) => seekBy(element, FORWARD_S),
};

/** Shortcuts with Shift, for episodes with chapters. */
const CHAPTER_ACTIONS: Record<string, Action> = {
  j: (element, chapters) => seekTo(element, previousChapterAt(chapters, element.currentTime)),
  l: (element, chapters) => {
    const atS = nextChapterAt(chapters, element.currentTime);
    if (atS !== null) seekTo(element, atS);
  },
};

/** Runs a key's action. Returns whether there is one. */
function pressPlayerKey(
  element: HTMLAudioElement,
  chapters: readonly EpisodeChapter[],
  { key, shiftKey }: { key: string; shiftKey: boolean },
): boolean {
  const letter = key.toLowerCase();
  const ofChapter = shiftKey && chapters.length > 0 ? CHAPTER_ACTIONS[letter] : undefined;
  const action = ofChapter ?? KEY_ACTIONS[letter];
  action?.(element, chapters);
  return action !== undefined;
}

/** A menu of playback speeds. The choice is stored for later episodes. */
function SpeedChoice({ element, rate }: { element: HTMLAudioElement; rate: number }) {
  function choose(speed: number) {
    setSpeed(element, speed);
    keepSpeed(speed);
  }
  return (
    <select
      aria-label="Speed"
      value={rate}
      onChange={({ target }) => choose(Number(target.value))}
      className="h-9 rounded-lg border border-line bg-surface px-1 text-base text-ink sm:text-sm"
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {speed}×
        </option>
      ))}
    </select>
  );
}

const HEIGHT_PROPERTY = '--player-height';

/**
 * Exposes the player's height as a CSS property, so that elements that get the focus are scrolled above the player.
 */
function usePlayerHeight(player: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(HEIGHT_PROPERTY, `${player.current?.offsetHeight ?? 0}px`),
    );
    if (player.current) observer.observe(player.current);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT_PROPERTY);
    };
  }, [player]);
}

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
    // A select element handles letters itself.
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

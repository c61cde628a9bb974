import { showPath } from 'functions/contract';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type RefObject, useRef } from 'react';
import { EpisodeCover } from '#shared/episode/card/episode-cover.tsx';
import type { NowPlaying } from '#shared/player/now-playing.ts';
import { Link } from '#shared/ui/link.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { chapterAt, chapterMarks } from './chapters.ts';
import {
  BackButton,
  ForwardButton,
  NextChapterButton,
  PlayButton,
  PreviousChapterButton,
} from './player-buttons.tsx';
import { PlayerFailure } from './player-failure.tsx';
import { SeekBar } from './seek-bar.tsx';
import { ShareButton } from './share-button.tsx';
import { SpokenList } from './spoken-list.tsx';
import { spokenMarks } from './spoken-marks.ts';
import { Transcript } from './transcript.tsx';
import type { AudioState } from './use-audio.ts';
import { keepSpeed, setSpeed, SPEEDS } from './speed.ts';
import type { EpisodeChapter } from 'functions/contract';
import { playingTime } from '#shared/text/playing-time.ts';
import { seekTo } from './seek.ts';
import { MomentButton, MomentList } from './moment-list.tsx';

interface PlayerSheetProps {
  playing: NowPlaying;
  state: AudioState;
  /** True if the speed choice gets the focus when the sheet opens. */
  focusSpeed: RefObject<boolean>;
  /** Called when the person stops the player, once the sheet has closed. */
  onStop: () => void;
}

/** A sheet of full width on phones, and at the side on wide screens. */
export function PlayerSheet(props: PlayerSheetProps) {
  const { playing, state, focusSpeed, onStop } = props;
  const { episode, element } = playing;
  const { chapters = [] } = episode;
  const speech = { element, episode, atS: state.atS };
  const sheet = useRef<HTMLDivElement>(null);
  const isStopping = useRef(false);
  return (
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-200 sm:bg-black/20 starting:opacity-0" />
      <Dialog.Content
        ref={sheet}
        data-player-sheet=""
        onOpenAutoFocus={(event) => {
          if (!focusSpeed.current) return;
          event.preventDefault();
          sheet.current?.querySelector<HTMLElement>('input[name="speed"]:checked')?.focus();
        }}
        onCloseAutoFocus={(event) => {
          if (!isStopping.current) return;
          event.preventDefault();
          onStop();
        }}
        className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-3xl bg-surface pb-[env(safe-area-inset-bottom)] text-ink shadow-card transition-transform duration-200 focus:outline-none sm:right-6 sm:bottom-6 sm:left-auto sm:max-h-[min(44rem,calc(100dvh-3rem))] sm:w-104 sm:rounded-3xl starting:translate-y-6"
      >
        <div className="flex shrink-0 items-start gap-3.5 p-4 pb-3 sm:p-5 sm:pb-3">
          <EpisodeCover image={episode.image} className="w-16" />
          <div className="min-w-0 flex-1 self-center">
            <Dialog.Title
              dir="auto"
              className="line-clamp-2 text-left leading-snug font-semibold tracking-title"
            >
              {episode.title}
            </Dialog.Title>
            <Dialog.Description dir="auto" className="text-left text-sm text-soft">
              {episode.showId === undefined ? (
                <span className="block truncate">{episode.podcast}</span>
              ) : (
                <Dialog.Close asChild>
                  <Link
                    to={showPath(episode.showId)}
                    className="-my-3 block truncate py-3 underline-offset-4 hover:text-ink hover:underline"
                  >
                    {episode.podcast}
                  </Link>
                </Dialog.Close>
              )}
            </Dialog.Description>
          </div>
          <Dialog.Close
            aria-label="Back to the page"
            className="-mt-1 -mr-1.5 grid size-11 shrink-0 place-items-center rounded-xl text-soft transition-colors hover:bg-sunken hover:text-ink"
          >
            <ChevronDown aria-hidden className="size-6" />
          </Dialog.Close>
        </div>

        <div className="min-h-0 space-y-5 overflow-y-auto overscroll-contain px-4 pb-4 sm:px-5">
          <Transcript
            key={episode.audio}
            {...speech}
            quotations={(isBelow) => <SpokenList {...speech} isBelow={isBelow} />}
          />
          <ChapterList element={element} chapters={chapters} atS={state.atS} />
          <SpeedChoice element={element} rate={state.rate} />
          <p className="text-sm text-soft pointer-coarse:hidden">
            Keys in the player: K plays or pauses, J goes back, L forward
          </p>
          <div className="flex flex-wrap items-center gap-x-5">
            {episode.link && (
              <a
                href={episode.link}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-11 items-center gap-1.5 rounded-sm text-sm font-semibold text-link underline-offset-4 hover:underline"
              >
                <ExternalLink aria-hidden className="size-4" strokeWidth={2} />
                Episode page
              </a>
            )}
            <ShareButton episode={episode} atS={state.atS} />
            <Dialog.Close asChild>
              <TextButton
                className="ml-auto min-h-11 text-sm text-soft"
                onClick={() => (isStopping.current = true)}
              >
                Close the player
              </TextButton>
            </Dialog.Close>
          </div>
        </div>

        <div className="shrink-0 border-t border-line px-4 pt-2 pb-4 sm:px-5">
          {state.failure === null ? (
            <>
              <SeekBar
                element={element}
                state={state}
                marks={spokenMarks(episode)}
                chapters={chapterMarks(episode)}
                wide
              />
              <div className="mt-1 flex items-center justify-center gap-2.5">
                <div data-tip-align="left" className="flex gap-2.5">
                  {chapters.length > 0 && (
                    <PreviousChapterButton element={element} chapters={chapters} />
                  )}
                  <BackButton element={element} />
                </div>
                <PlayButton element={element} state={state} large />
                <ForwardButton element={element} />
                {chapters.length > 0 && (
                  <NextChapterButton element={element} chapters={chapters} atS={state.atS} />
                )}
              </div>
            </>
          ) : (
            <PlayerFailure failure={state.failure} playing={playing} />
          )}
        </div>
      </Dialog.Content>
    </Dialog.Portal>
  );
}

/** The choice is stored for later episodes. */
function SpeedChoice({ element, rate }: { element: HTMLAudioElement; rate: number }) {
  function choose(speed: number) {
    setSpeed(element, speed);
    keepSpeed(speed);
  }
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Speed</legend>
      <div className="mt-2 grid grid-cols-6 rounded-xl bg-sunken p-1">
        {SPEEDS.map((speed) => (
          <label
            key={speed}
            className="relative grid min-h-11 place-items-center rounded-lg text-sm text-soft tabular-nums has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-card"
          >
            <input
              type="radio"
              name="speed"
              value={speed}
              checked={speed === rate}
              onChange={() => choose(speed)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg"
            />
            {`${speed}×`}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ChapterListProps {
  element: HTMLAudioElement;
  chapters: readonly EpisodeChapter[];
  atS: number;
}

function ChapterList({ element, chapters, atS }: ChapterListProps) {
  if (chapters.length === 0) return null;
  const present = chapterAt(chapters, atS);
  return (
    <MomentList heading="Chapters">
      {chapters.map(({ atMs, title }, index) => (
        <MomentButton
          key={index}
          time={playingTime(atMs / 1000)}
          isPresent={index === present}
          onClick={() => seekTo(element, atMs / 1000)}
        >
          {title}
        </MomentButton>
      ))}
    </MomentList>
  );
}

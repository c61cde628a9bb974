import type { EpisodeChapter } from 'functions/contract';
import {
  LoaderCircle,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
} from 'lucide-react';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { nextChapterAt } from './chapters.ts';
import { toNextChapter, toPreviousChapter } from './player-keys.ts';
import { BACK_S, FORWARD_S, playOrPause, seekBy } from './seek.ts';
import type { AudioState } from './use-audio.ts';

interface ButtonProps {
  element: HTMLAudioElement;
}

interface PlayButtonProps extends ButtonProps {
  state: AudioState;
  large?: boolean;
}

export function PlayButton({ element, state: { isPaused, isWaiting }, large }: PlayButtonProps) {
  return (
    <button
      type="button"
      aria-label={isPaused ? 'Play' : 'Pause'}
      data-tip={isPaused ? 'Play (K)' : 'Pause (K)'}
      onClick={() => playOrPause(element)}
      className={`grid shrink-0 place-items-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-hover ${large ? 'size-16' : 'size-11'}`}
    >
      <PlayIcon isPaused={isPaused} isWaiting={isWaiting} />
    </button>
  );
}

function PlayIcon({ isPaused, isWaiting }: Pick<AudioState, 'isPaused' | 'isWaiting'>) {
  const className = 'size-[45%] fill-current';
  if (isPaused) return <Play aria-hidden className={className} strokeWidth={1.75} />;
  if (isWaiting) return <LoaderCircle aria-hidden className="size-[45%] animate-spin" />;
  return <Pause aria-hidden className={className} strokeWidth={1.75} />;
}

export function BackButton({ element }: ButtonProps) {
  return (
    <IconButton
      label={`Back ${BACK_S} seconds`}
      tip={`Back ${BACK_S} seconds (J)`}
      onClick={() => seekBy(element, -BACK_S)}
    >
      <Seconds icon={RotateCcw} seconds={BACK_S} />
    </IconButton>
  );
}

export function ForwardButton({ element }: ButtonProps) {
  return (
    <IconButton
      label={`Forward ${FORWARD_S} seconds`}
      tip={`Forward ${FORWARD_S} seconds (L)`}
      onClick={() => seekBy(element, FORWARD_S)}
    >
      <Seconds icon={RotateCw} seconds={FORWARD_S} />
    </IconButton>
  );
}

function Seconds({ icon: Icon, seconds }: { icon: typeof RotateCw; seconds: number }) {
  return (
    <span aria-hidden className="grid place-items-center *:[grid-area:1/1]">
      <Icon className="size-8" strokeWidth={1.25} />
      <span className="pt-px text-[0.625rem] leading-none font-bold tabular-nums">{seconds}</span>
    </span>
  );
}

interface ChapterButtonProps extends ButtonProps {
  chapters: readonly EpisodeChapter[];
}

export function PreviousChapterButton({ element, chapters }: ChapterButtonProps) {
  return (
    <IconButton
      label="Previous chapter"
      tip="Previous chapter (Shift+J)"
      onClick={() => toPreviousChapter(element, chapters)}
    >
      <SkipBack aria-hidden className="size-5 fill-current" strokeWidth={1.75} />
    </IconButton>
  );
}

interface NextChapterButtonProps extends ChapterButtonProps {
  atS: number;
}

export function NextChapterButton({ element, chapters, atS }: NextChapterButtonProps) {
  return (
    <IconButton
      label="Next chapter"
      tip="Next chapter (Shift+L)"
      aria-disabled={nextChapterAt(chapters, atS) === null || undefined}
      onClick={() => toNextChapter(element, chapters)}
    >
      <SkipForward aria-hidden className="size-5 fill-current" strokeWidth={1.75} />
    </IconButton>
  );
}

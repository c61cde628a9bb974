import { clsx } from 'clsx';
import type { Episode, Sentence } from 'functions/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { playingTime } from '#shared/text/playing-time.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { requestSpeech, speechStep } from './request-speech.ts';
import { playOrPause, seekTo } from './seek.ts';

interface TranscriptProps {
  element: HTMLAudioElement;
  episode: Episode;
  atS: number;
  /** Shown above. `isBelow` is true if the transcript shows what is said now. */
  quotations?: (isBelow: boolean) => ReactNode;
}

export function Transcript({ quotations, ...rest }: TranscriptProps) {
  const { episode, atS } = rest;
  const speech = useSpeech(episode, atS);
  const { sentences, failed } = speech;
  const isTimed = episode.spoken?.some(({ atMs }) => atMs !== null) ?? false;
  // A machine's transcript may only be quoted.
  const isExpected = isTimed && !episode.machineTranscript;
  const isBelow = sentences === undefined ? isExpected && !failed : Boolean(sentences?.length);
  const isNone = sentences === null || (sentences === undefined && !isExpected);
  return (
    <>
      {quotations?.(isBelow)}
      {!isNone && <Section {...rest} {...speech} sentences={sentences} isExpected={isExpected} />}
    </>
  );
}

interface SectionProps extends Omit<TranscriptProps, 'quotations'> {
  sentences: readonly Sentence[] | undefined;
  failed: boolean;
  again: () => void;
  isExpected: boolean;
}

function Section({ element, atS, sentences, failed, again, isExpected }: SectionProps) {
  function play(fromS: number) {
    seekTo(element, fromS);
    if (element.paused) playOrPause(element);
  }

  return (
    // Animates unless the search has announced a transcript, whose space is then reserved.
    <section
      aria-label="Transcript"
      className={clsx(
        'grid grid-rows-[1fr] transition-[grid-template-rows] duration-200',
        !isExpected && 'starting:grid-rows-[0fr]',
      )}
    >
      <div className="min-h-0 overflow-hidden">
        <h3 className="text-sm font-semibold">Transcript</h3>
        {sentences !== undefined && sentences.length > 0 ? (
          <Sentences sentences={sentences} atS={atS} onPlay={play} />
        ) : (
          <div className={clsx(ROOM, 'grid content-center justify-items-center gap-1 px-4')}>
            {sentences !== undefined && <p>No speech here.</p>}
            {failed && (
              <>
                <p role="status">The transcript did not load.</p>
                <TextButton className="min-h-11 px-3" onClick={again}>
                  Try again
                </TextButton>
              </>
            )}
            {sentences === undefined && !failed && <Loading />}
          </div>
        )}
      </div>
    </section>
  );
}

const ROOM = 'mt-2 h-52 rounded-2xl bg-sunken text-center text-sm text-soft';

function Loading() {
  return (
    <>
      <p className="sr-only">Loading the transcript…</p>
      {['w-11/12', 'w-full', 'w-2/3'].map((width) => (
        <div
          key={width}
          className={clsx('my-1.5 h-3.5 justify-self-start rounded bg-line', width)}
        />
      ))}
    </>
  );
}

/** Debounce while the position changes quickly. */
const SETTLED_MS = 400;

interface Shown {
  step: number;
  sentences: Sentence[] | null;
}

/** `sentences` are undefined while loading and after a failure, null without a transcript. */
function useSpeech(episode: Episode, atS: number) {
  const [shown, setShown] = useState<Shown>();
  const [failedAt, setFailedAt] = useState<number>();
  const wanted = speechStep(atS);
  const isNear = shown !== undefined && Math.abs(wanted - shown.step) <= 1;
  const hasNone = shown?.sentences === null;
  const step = isNear || hasNone ? shown.step : wanted;
  const isShown = shown?.step === step;
  const isFirst = shown === undefined;
  const failed = failedAt === step;
  useEffect(() => {
    if (isShown || failed) return;
    const left = new AbortController();
    const timer = setTimeout(
      () => {
        requestSpeech(episode, step, left.signal).then(
          ({ sentences }) => !left.signal.aborted && setShown({ step, sentences }),
          () => !left.signal.aborted && setFailedAt(step),
        );
      },
      isFirst ? 0 : SETTLED_MS,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [episode, step, isShown, isFirst, failed]);
  return {
    sentences: isShown ? shown.sentences : undefined,
    failed,
    again: () => setFailedAt(undefined),
  };
}

/** After manual scrolling, the list does not follow the speech for this long. */
const MANUAL_SCROLL_MS = 6_000;
/** Browsers seek with this tolerance, in milliseconds. */
const NEAR_MS = 200;

interface SentencesProps {
  sentences: readonly Sentence[];
  atS: number;
  onPlay: (fromS: number) => void;
}

function Sentences({ sentences, atS, onPlay }: SentencesProps) {
  const box = useRef<HTMLOListElement>(null);
  const scrolledAt = useRef(-Infinity);
  const present = sentences.findLastIndex(({ atMs }) => atMs <= atS * 1000 + NEAR_MS);
  const presentAt = sentences[present]?.atMs;
  useEffect(() => {
    const list = box.current;
    const line = list?.querySelector<HTMLElement>('[aria-current]')?.parentElement;
    if (!list || !line || performance.now() - scrolledAt.current < MANUAL_SCROLL_MS) return;
    // Not `scrollIntoView`, which would also scroll the sheet around the list.
    list.scrollTop = line.offsetTop - (list.clientHeight - line.offsetHeight) / 3;
  }, [presentAt, sentences]);

  const noteManualScroll = () => {
    scrolledAt.current = performance.now();
  };
  return (
    <ol
      ref={box}
      onWheel={noteManualScroll}
      onTouchMove={noteManualScroll}
      onKeyDown={noteManualScroll}
      className={clsx(
        ROOM,
        'relative overflow-y-auto overscroll-contain motion-safe:scroll-smooth p-1.5',
      )}
    >
      {sentences.map(({ atMs, text, speaker }, index) => (
        <li key={atMs} dir="auto" className="text-start">
          <button
            type="button"
            aria-current={index === present || undefined}
            onClick={() => onPlay(atMs / 1000)}
            className={clsx(
              'block min-h-11 w-full rounded-xl px-2.5 py-2 text-start text-[0.9375rem] leading-snug wrap-anywhere transition-colors hover:text-ink',
              index === present && 'bg-surface font-medium text-ink',
            )}
          >
            <span className="sr-only">{playingTime(atMs / 1000)} </span>
            {speaker !== undefined && (
              <Speaker isNew={speaker !== sentences[index - 1]?.speaker}>{speaker}</Speaker>
            )}
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Shows the speaker above the first sentence of a turn. Screen readers read the speaker before each sentence. */
function Speaker({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  return (
    <span className={isNew ? 'block text-xs font-semibold' : 'sr-only'}>
      {children}
      <span className="sr-only">: </span>
    </span>
  );
}

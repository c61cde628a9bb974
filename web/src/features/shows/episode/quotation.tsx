import { type Episode, type Sentence, sentenceAt } from 'functions/contract';
import { clsx } from 'clsx';
import { playingTime } from '#shared/text/playing-time.ts';

interface QuotationProps {
  episode: Episode;
  said: readonly Sentence[];
  atS: number;
  isMachine: boolean;
}

/** Search engines must not show a machine's transcript as text of the page. */
export function Quotation({ episode, said, atS, isMachine }: QuotationProps) {
  const present = sentenceAt(said, atS);
  return (
    <figure {...(isMachine && { 'data-nosnippet': '' })}>
      <blockquote className="space-y-2 rounded-2xl border border-line bg-surface px-4 py-4 text-lg leading-relaxed shadow-card sm:px-6">
        {said.map(({ atMs, text, speaker }, index) => {
          const isOther = speaker !== undefined && speaker !== said[index - 1]?.speaker;
          return (
            <p key={atMs} dir="auto" className={clsx(index !== present && 'text-soft')}>
              {isOther && (
                <span className="block text-sm font-semibold text-soft">
                  <bdi>{speaker}</bdi>
                </span>
              )}
              {text}
            </p>
          );
        })}
      </blockquote>
      <figcaption className="mt-2 text-sm text-soft">
        <span>{captionText(episode, atS, isMachine)}</span>
      </figcaption>
    </figure>
  );
}

function captionText({ timesMayDiffer }: Episode, atS: number, isMachine: boolean): string {
  const source = isMachine
    ? 'A machine wrote down what is said, so names can be misheard.'
    : 'From the publisher’s transcript.';
  const shift = timesMayDiffer ? ' The audio may be up to 15 seconds earlier.' : '';
  return `${source} Around ${playingTime(atS)}.${shift}`;
}

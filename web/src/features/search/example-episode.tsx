import { Play } from 'lucide-react';
import { type ReactNode, use, useMemo, useState } from 'react';
import { EpisodeCover } from '#shared/episode/card/episode-cover.tsx';
import { HighlightedText } from '#shared/episode/card/highlighted-text.tsx';
import { PlayLink } from '#shared/episode/card/play-link.tsx';
import { PublicationTime } from '#shared/episode/card/publication-time.tsx';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { searchAddress } from '#shared/search/search-address.ts';
import { playingTime } from '#shared/text/playing-time.ts';
import { Link } from '#shared/ui/link.tsx';
import { exampleAmong } from './example-search.ts';

interface ExampleEpisodeProps {
  alert: (keyword: string) => ReactNode;
}

/** Shows the episode in the prerendered document, or nothing if the document has none. */
export function ExampleEpisode({ alert }: ExampleEpisodeProps) {
  const prerendered = use(PrerenderedEpisodes);
  const [now] = useState(Date.now);
  const example = useMemo(
    () => (prerendered?.query === null ? exampleAmong(prerendered.episodes) : null),
    [prerendered],
  );
  if (example === null) return null;
  const { keyword, episode, text, atMs } = example;
  const time = atMs === null ? '' : playingTime(atMs / 1000);
  return (
    <section
      aria-labelledby="example"
      className="rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="example" className="text-sm font-medium text-soft">
        {time === '' ? 'Written' : 'Said'} in a recent episode:{' '}
        <Link
          to={searchAddress([keyword])}
          className="inline-block rounded-sm py-1 font-semibold text-link underline decoration-1 underline-offset-4"
        >
          {keyword}
        </Link>
      </h2>
      <div className="mt-2 flex gap-3.5">
        <EpisodeCover image={episode.image} className="w-16" />
        <div className="min-w-0 flex-1">
          <blockquote dir="auto" className="line-clamp-3 leading-relaxed">
            <HighlightedText text={text} />
          </blockquote>
          <p className="mt-1.5 flex text-sm text-soft">
            <span dir="auto" className="truncate">
              {episode.podcast || episode.title}
            </span>
            <span aria-hidden className="mx-1.5">
              ·
            </span>
            <PublicationTime
              at={episode.pub_date_ms}
              now={now}
              className="min-w-24 whitespace-nowrap"
            />
          </p>
        </div>
      </div>
      <p className="mt-3.5 flex flex-wrap gap-2.5">
        {time !== '' && (
          <PlayLink episode={episode} atMs={atMs ?? 0} className={BUTTON}>
            <Play aria-hidden className="size-4 fill-current" strokeWidth={1.75} />
            Play from {time}
          </PlayLink>
        )}
        {alert(keyword)}
      </p>
    </section>
  );
}

const BUTTON =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-xl border border-field bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:bg-sunken';

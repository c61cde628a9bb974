import { type Episode, type EpisodeMention, episodePath } from 'functions/contract';
import { sitePageAt } from '#content/site-pages.ts';
import { PlayLink } from '#shared/episode/card/play-link.tsx';
import { playingTime } from '#shared/text/playing-time.ts';
import { Link } from '#shared/ui/link.tsx';

const ROW =
  '-mx-2 flex min-h-11 items-baseline gap-2 rounded-xl px-2 py-2.5 leading-snug transition-colors hover:bg-sunken';
const TIME = 'w-14 shrink-0 text-sm font-semibold text-link tabular-nums';

export function Chapters({ episode }: { episode: Episode }) {
  const { chapters = [] } = episode;
  if (chapters.length === 0) return null;
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters" className="text-lg font-semibold tracking-title">
        Chapters
      </h2>
      <ul className="mt-2">
        {chapters.map(({ atMs, title }, index) => (
          <li key={index}>
            <PlayLink episode={episode} atMs={atMs} className={ROW}>
              <span className="sr-only">Play from </span>
              <span className={TIME}>{playingTime(atMs / 1000)}</span>{' '}
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {title}
              </span>
            </PlayLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MentionsProps {
  episode: Episode;
  mentions: readonly EpisodeMention[];
}

/** Who is named in the episode: with a time, a link to the moment; otherwise to the page about them. */
export function Mentions({ episode, mentions }: MentionsProps) {
  const known = mentions.flatMap(({ path, atMs }) => {
    const page = sitePageAt(path);
    return page === undefined ? [] : [{ path, name: page.name, atMs }];
  });
  if (known.length === 0) return null;
  return (
    <section aria-labelledby="named">
      <h2 id="named" className="text-lg font-semibold tracking-title">
        Named in this episode
      </h2>
      <ul className="mt-2">
        {known.map(({ path, name, atMs }) => {
          const moment = atMs === undefined ? null : episodePath(episode, atMs);
          return (
            <li key={path} className="flex min-h-11 items-baseline gap-2">
              {moment !== null && atMs !== undefined && (
                // Search engines find one page for each episode.
                <Link
                  rel="nofollow"
                  to={moment}
                  className={`rounded-sm py-2.5 hover:underline ${TIME}`}
                >
                  {playingTime(atMs / 1000)}
                  <span className="sr-only">: where {name} is named</span>
                </Link>
              )}
              <Link
                to={path}
                className="rounded-sm py-2.5 font-medium underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

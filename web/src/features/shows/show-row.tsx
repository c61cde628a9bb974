import type { ReactNode } from 'react';
import { Link } from '#shared/ui/link.tsx';
import { FactLine } from '#shared/ui/fact-line.tsx';
import { EpisodeCover } from '#shared/episode/card/episode-cover.tsx';

interface ShowRowProps {
  show: {
    title: string;
    publisher?: string | undefined;
    link?: string | undefined;
    image?: string | undefined;
  };
  /** True if everybody can find the show, not only its followers. */
  isPublic: boolean;
  /** Path of the show's page on this site. If given, the title links to it instead of to the show's own site. */
  page?: string | undefined;
  fact?: string;
  /** A sentence about a problem with the feed. */
  problem?: string | undefined;
  action: ReactNode;
}

const TITLE = 'rounded-sm underline-offset-4 hover:underline';

export function ShowRow({ show, isPublic, page, fact, problem, action }: ShowRowProps) {
  const { title, publisher, link, image = '' } = show;
  const by = publisher === title ? undefined : publisher;
  return (
    <div className="flex min-h-15 items-center gap-3 py-2">
      <EpisodeCover image={image} className="w-11" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-2 text-left leading-snug font-semibold wrap-anywhere">
          {page !== undefined ? (
            <Link to={page} className={TITLE}>
              {title}
            </Link>
          ) : link ? (
            <a href={link} target="_blank" rel="noopener noreferrer" className={`outside ${TITLE}`}>
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        <FactLine facts={[by, fact, isPublic ? 'public' : 'private']} />
        {problem && <p className="text-sm wrap-anywhere text-danger">{problem}</p>}
      </div>
      {action}
    </div>
  );
}

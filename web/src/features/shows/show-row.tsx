import type { ReactNode } from 'react';
import { Link } from '#shared/ui/link.tsx';
import { ListRow } from '#shared/ui/list-row.tsx';
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
  children?: ReactNode;
}

const TITLE = 'rounded-sm underline-offset-4 hover:underline';

export function ShowRow({ show, isPublic, page, fact, problem, action, children }: ShowRowProps) {
  const { title, publisher, link, image = '' } = show;
  const by = publisher === title ? undefined : publisher;
  return (
    <ListRow
      lead={<EpisodeCover image={image} className="w-11" />}
      title={
        <p dir="auto" className="line-clamp-2 min-w-0 text-left wrap-anywhere">
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
      }
      facts={[by, fact, isPublic ? 'public' : 'private']}
      actions={action}
    >
      {problem && <p className="text-danger">{problem}</p>}
      {children}
    </ListRow>
  );
}

import type { Episode } from 'functions/contract';
import { Fragment } from 'react';

/** The other shows that have the same episode, each with a link to it there. */
export function AlsoIn({ episode: { alsoIn = [], alsoInMore } }: { episode: Episode }) {
  if (alsoIn.length === 0) return null;
  return (
    <p className="col-span-full mt-2 text-sm text-soft sm:col-start-2 sm:-col-end-1">
      Also in{' '}
      {alsoIn.map(({ podcast, link }, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          {link ? (
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className="rounded-sm text-link underline decoration-1 underline-offset-4"
            >
              {podcast}
            </a>
          ) : (
            podcast
          )}
        </Fragment>
      ))}
      {alsoInMore && ` and ${alsoInMore} more`}
    </p>
  );
}

import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path of this site, or a hash ("#part"). */
  to: string;
}

/**
 * A client-side link to another page of the site. React Router's `Link` would add 3 kB to every page, and work for
 * each link, for prefetching that the site does not use.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to);
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

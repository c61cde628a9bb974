import { useLocation } from 'react-router-dom';
import { breadcrumbsAt } from '#content/breadcrumbs.ts';
import { FrameIcon } from '#app/header/frame-icon.tsx';
import { Link } from '#shared/ui/link.tsx';

/** The path from home to this page; nothing on the home page. */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const crumbs = breadcrumbsAt(pathname);
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className="border-t border-line">
      <ol className="mx-auto flex max-w-6xl items-center px-4 text-sm text-soft sm:px-6">
        {crumbs.map(({ name, path }, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li
              key={name}
              className={last ? 'flex min-w-0 items-center' : 'flex shrink-0 items-center'}
            >
              {index > 0 && <FrameIcon name="right" className="mx-1.5 size-3.5 shrink-0" />}
              {path !== undefined && !last ? (
                <Link
                  to={path}
                  className="rounded-sm py-2.5 underline-offset-4 transition-colors hover:text-ink hover:underline"
                >
                  {name}
                </Link>
              ) : (
                <span
                  aria-current={last ? 'page' : undefined}
                  className={last ? 'truncate py-2.5 font-medium text-ink' : 'py-2.5'}
                >
                  {name}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

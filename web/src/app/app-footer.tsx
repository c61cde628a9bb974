import { FOOTER_COLUMNS } from '#content/footer-columns.ts';
import { site } from '#shared/site.ts';
import { Logo } from '#app/header/logo.tsx';
import { Link } from '#shared/ui/link.tsx';

const LINK =
  'inline-block rounded-sm py-1.5 underline-offset-4 transition-colors hover:text-ink hover:underline';

export function AppFooter() {
  return (
    <footer className="mt-auto border-t border-line bg-sunken/60 text-sm text-soft">
      {/* A container query in rem, so that there are fewer columns when text is enlarged to 200 %. */}
      <div className="@container mx-auto max-w-6xl px-4 pt-10 pb-9 sm:px-6">
        <div className="grid grid-cols-2 gap-x-6 gap-y-9 @2xl:grid-cols-[1.4fr_1fr_1fr_1fr]">
          <div className="col-span-2 text-ink @2xl:col-span-1">
            <Logo />
            <p className="mt-3 max-w-64 leading-relaxed text-soft">
              Search recent podcast episodes and get new ones by email.
            </p>
          </div>
          {FOOTER_COLUMNS.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="font-semibold text-ink">{title}</h2>
              <ul className="mt-2">
                {links.map(({ name, path }) => (
                  <li key={path}>
                    <Link to={path} className={LINK}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-5">
          <p>
            {/* The prerendered year may be out of date, which hydration would report. */}©{' '}
            <span suppressHydrationWarning>{new Date().getFullYear()}</span> {site.name}
          </p>
          <ul className="flex flex-wrap gap-x-5">
            <li>
              <Link to="/terms" className={LINK}>
                Terms
              </Link>
            </li>
            <li>
              <Link to="/privacy" className={LINK}>
                Privacy
              </Link>
            </li>
            <li>
              <a href={`mailto:${site.supportEmail}`} className={LINK}>
                Contact
              </a>
            </li>
            <li>
              <Link to="/about" className={LINK}>
                About
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}

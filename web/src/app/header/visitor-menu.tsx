import { Check } from 'lucide-react';
import { FOOTER_COLUMNS } from '#content/footer-columns.ts';
import { Link } from '#shared/ui/link.tsx';

const BENEFITS = [
  'Email alerts for new episodes',
  'Track favorite topics',
  'Never miss discussions',
  'Personalized recommendations',
];

const POPULAR_TOPICS = FOOTER_COLUMNS.slice(0, 1);

export function VisitorMenu() {
  return (
    <>
      <nav aria-label="Account" className="space-y-3">
        <Link
          to="/signup"
          className="flex h-12 items-center justify-center rounded-xl bg-accent px-6 font-semibold text-on-accent transition-colors hover:bg-accent-hover"
        >
          Create Account
        </Link>
        <Link
          to="/login"
          className="flex h-12 items-center justify-center rounded-xl border border-field bg-surface px-6 font-semibold transition-colors hover:bg-sunken"
        >
          Sign In
        </Link>
      </nav>
      <h3 className="mt-8 font-semibold tracking-title">With an account</h3>
      <ul className="mt-3 space-y-2.5 text-[0.9375rem] text-soft">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-link" />
            {benefit}
          </li>
        ))}
      </ul>
      {POPULAR_TOPICS.map(({ title, links }) => (
        <nav key={title} aria-label={title} className="mt-8">
          <h3 className="font-semibold tracking-title">{title}</h3>
          <ul className="-mx-2 mt-1.5">
            {links.map(({ name, path }) => (
              <li key={path}>
                <Link
                  to={path}
                  className="flex min-h-11 items-center rounded-xl px-2 text-[0.9375rem] font-medium transition-colors hover:bg-sunken"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </>
  );
}

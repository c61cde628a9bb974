import { Check } from 'lucide-react';
import { Link } from '#shared/ui/link.tsx';

const BENEFITS = [
  'Email alerts for new episodes',
  'Track favorite topics',
  'Never miss discussions',
  'Personalized recommendations',
];

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
    </>
  );
}

import { Link } from '#shared/ui/link.tsx';

/** Visitors see this where members see their alerts. */
export function VisitorAlerts() {
  return (
    <p className="text-center text-sm leading-6 text-soft">
      <Link to="/login" className={LINK}>
        Sign in
      </Link>{' '}
      to see your alerts, or{' '}
      <Link to="/signup" className={LINK}>
        create an account
      </Link>
      .
    </p>
  );
}

const LINK =
  'inline-block rounded-sm font-medium text-link underline decoration-1 underline-offset-4';

import { Link } from '#shared/ui/link.tsx';

/** Visitors see this where members see their alerts. */
export function VisitorAlerts() {
  return (
    <p className="text-center text-sm text-soft">
      <Link to="/login" className="text-link underline underline-offset-4">
        Sign in
      </Link>{' '}
      to see your alerts, or{' '}
      <Link to="/signup" className="text-link underline underline-offset-4">
        create an account
      </Link>
      .
    </p>
  );
}

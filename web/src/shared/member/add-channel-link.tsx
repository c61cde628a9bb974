import { clsx } from 'clsx';
import { Link } from '#shared/ui/link.tsx';

/** For those whose matches come by email alone: the way to other places, some of which it names. */
export function AddChannelLink({ className }: { className?: string }) {
  return (
    <Link
      to="/delivery#channels"
      className={clsx(
        'inline-flex min-h-9 items-center rounded-sm font-semibold text-link underline-offset-4 hover:underline',
        className,
      )}
    >
      Add Slack, a feed…
    </Link>
  );
}

import { Link } from '#shared/ui/link.tsx';

interface AuthLinkProps {
  to: '/login' | '/signup' | '/forgot-password';
  children: string;
}

/** A link from one sign-in screen to another. */
export function AuthLink({ to, children }: AuthLinkProps) {
  return (
    <Link
      to={to}
      className="rounded-sm font-medium text-link underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}

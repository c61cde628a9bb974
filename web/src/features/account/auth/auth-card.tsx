import type { ReactNode } from 'react';
import { returnAddress } from '#shared/page/return-address.ts';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';
import { LoaderCircle } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';

interface SubmitButtonProps {
  children: string;
  busy: boolean;
  busyText: string;
}

/** Disabled while busy. This also blocks submitting with the Enter key. */
export function SubmitButton({ children, busy, busyText }: SubmitButtonProps) {
  return (
    <Button type="submit" className="w-full" disabled={busy}>
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      <span>{busy ? busyText : children}</span>
    </Button>
  );
}

interface AuthLinkProps {
  to: '/login' | '/signup' | '/forgot-password';
  children: string;
}

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

interface AuthCardProps {
  name: string;
  heading: string;
  subheading: string;
  children: ReactNode;
  footer: ReactNode;
}

export function AuthCard({ name, heading, subheading, children, footer }: AuthCardProps) {
  return (
    <div className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <title>{`${name} – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-center text-3xl leading-tight font-bold tracking-display text-balance">
        {heading}
      </h1>
      <p className="mt-2.5 text-center leading-relaxed text-balance text-soft">{subheading}</p>
      {returnAddress.read() !== null && (
        <p className="mt-4 rounded-2xl bg-sunken px-4 py-3 text-center text-[0.9375rem] leading-6">
          Then you can connect the app that sent you here.
        </p>
      )}
      <div className="mt-7 space-y-5 rounded-3xl border border-line bg-surface p-5 shadow-card sm:mt-8 sm:p-7">
        {children}
      </div>
      <p className="mt-6 text-center text-[0.9375rem] text-soft">{footer}</p>
    </div>
  );
}

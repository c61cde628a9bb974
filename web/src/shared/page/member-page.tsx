import type { ReactNode } from 'react';
import { site } from '#shared/site.ts';

interface MemberPageProps {
  /** Title of the tab. A page that has it later sets its own. */
  name?: string;
  children: ReactNode;
}

/** The frame of a member's page. The column is as wide as the inbox's; begins with a `MemberTitle`. */
export function MemberPage({ name, children }: MemberPageProps) {
  return (
    <div className="mx-auto max-w-6xl space-y-3 px-4 pt-3 pb-16 *:max-w-[48.5rem] sm:space-y-6 sm:px-6 sm:pt-12">
      {name !== undefined && <title>{`${name} – ${site.name}`}</title>}
      <meta name="robots" content="noindex" />
      {children}
    </div>
  );
}

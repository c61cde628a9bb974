import { LogOut } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { signOut } from '#shared/data/session/sign-out.ts';
import { Link } from '#shared/ui/link.tsx';
import { AccountLabel } from './account-label.tsx';
import { MEMBER_LINKS } from './member-links.ts';

const ITEM =
  'flex h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-[0.9375rem] font-medium outline-none select-none data-highlighted:bg-sunken';

export function AccountMenu({ email }: { email: string }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="group min-w-0 rounded-xl transition-colors hover:bg-sunken data-[state=open]:bg-sunken">
        <AccountLabel email={email} />
      </DropdownMenu.Trigger>
      {/* No portal, so that the menu stays inside the navigation landmark. */}
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        className="z-40 min-w-56 rounded-2xl border border-line bg-surface p-1.5 text-ink shadow-card"
      >
        {MEMBER_LINKS.map(({ to, label, icon: Icon }) => (
          <DropdownMenu.Item key={to} asChild className={ITEM}>
            <Link to={to}>
              <Icon aria-hidden className="size-5 text-soft" strokeWidth={1.75} />
              {label}
            </Link>
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator className="mx-3 my-1.5 h-px bg-line" />
        <DropdownMenu.Item className={ITEM} onSelect={() => void signOut()}>
          <LogOut aria-hidden className="size-5 text-soft" strokeWidth={1.75} />
          Sign Out
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

import { site } from '#shared/site.ts';
import { Breadcrumb } from '#app/breadcrumb.tsx';
import { Link } from '#shared/ui/link.tsx';
import { HeaderAccount } from './header-account.tsx';
import { Logo } from './logo.tsx';

export function AppHeader() {
  return (
    <header className="border-b border-line bg-canvas">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Link to="/" aria-label={`${site.name} home`} className="rounded-lg">
          <Logo />
        </Link>
        {site.hasAccounts && <HeaderAccount />}
      </div>
      <Breadcrumb />
    </header>
  );
}

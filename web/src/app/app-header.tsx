import { Link } from 'react-router-dom';
import { site } from '#shared/site.ts';
import { Logo } from './logo.tsx';

export function AppHeader() {
  return (
    <header className="border-b border-line bg-canvas">
      <div className="mx-auto flex h-16 max-w-6xl items-center px-4 sm:px-6">
        <Link to="/" aria-label={`${site.name} home`} className="rounded-lg">
          <Logo />
        </Link>
      </div>
    </header>
  );
}

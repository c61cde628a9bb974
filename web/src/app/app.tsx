import { AppFooter } from './app-footer.tsx';
import { AppHeader } from '#app/header/app-header.tsx';
import { PlayerSlot } from '#app/slots/player-slot.tsx';
import { PrerenderedEpisodesProvider } from '#app/routes/prerendered-episodes-provider.tsx';
import { SessionPages } from '#app/routes/session-pages.tsx';
import { useDismissibleTips } from '#app/header/use-dismissible-tips.ts';

export function App() {
  useDismissibleTips();
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-lg bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <AppHeader />
      <main id="content" tabIndex={-1} className="flex-1 focus:outline-none">
        <PrerenderedEpisodesProvider>
          <SessionPages />
        </PrerenderedEpisodesProvider>
      </main>
      <AppFooter />
      <PlayerSlot />
    </>
  );
}

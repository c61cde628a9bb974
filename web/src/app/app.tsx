import { AppFooter } from './app-footer.tsx';
import { AppHeader } from './app-header.tsx';
import { ArrivalPage } from './arrival-page.tsx';
import { SessionPages } from './session-pages.tsx';
import { useDismissibleTips } from './use-dismissible-tips.ts';

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
        <ArrivalPage>
          <SessionPages />
        </ArrivalPage>
      </main>
      <AppFooter />
    </>
  );
}

import { AppFooter } from './app-footer.tsx';
import { AppHeader } from '#app/header/app-header.tsx';
import { useDismissibleTips } from '#app/header/use-dismissible-tips.ts';
import {
  type ReactNode,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useSession } from '#shared/data/session/session-store.ts';
import { AppRoutes } from './routes/app-routes.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import {
  isOfPage,
  markPrerenderedEpisodes,
  PrerenderedEpisodes,
  readPrerendered,
} from '#shared/page/prerendered-episodes.ts';
import { breadcrumbsAt } from '#content/breadcrumbs.ts';
import { sitePageAt } from '#content/site-pages.ts';
import { site } from '#shared/site.ts';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { keptEpisode } from '#shared/player/kept-episode.ts';
import { nowPlaying } from '#shared/player/now-playing.ts';

const Player = latePart(() => import('#features/player/player.tsx'), 'Player', {
  fallback: <CloseButton />,
});

function useNowPlaying() {
  return useSyncExternalStore(nowPlaying.subscribe, nowPlaying.get, () => null);
}

const GoOn = latePart(() => import('#features/player/go-on.tsx'), 'GoOn', 'afterwards');

const PageKeys = latePart(() => import('#app/keys/page-keys.tsx'), 'PageKeys', 'afterwards');

const hasKept = () => keptEpisode() !== null;

function PlayerSlot() {
  const playing = useNowPlaying();
  // The episode is stored in `sessionStorage`, which the server does not have.
  const isKept = useSyncExternalStore(nowPlaying.subscribe, hasKept, () => false);
  if (playing) return <Player playing={playing} />;
  return isKept && <GoOn />;
}

/** Skips the whole page, because the player is the last element. */
function SkipToPlayer() {
  return (
    useNowPlaying() && (
      <a
        href="#player"
        className={SKIP_LINK}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('player')?.focus();
        }}
      >
        Skip to the player
      </a>
    )
  );
}

const SKIP_LINK =
  'sr-only rounded-lg bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-50';

function CloseButton() {
  return (
    <button
      type="button"
      data-player
      onClick={() => nowPlaying.close()}
      className="fixed inset-x-0 bottom-0 z-30 h-15 border-t border-line bg-surface font-semibold"
    >
      Loading the player… Close
    </button>
  );
}

/**
 * Passes prerendered results to the first page of a visit, and null to later pages. On the server, the results come
 * from an outer provider.
 */
function PrerenderedEpisodesProvider({ children }: { children: ReactNode }) {
  const given = use(PrerenderedEpisodes);
  const location = useLocation();
  const [results] = useState(() => given ?? readPrerendered());
  useEffect(markPrerenderedEpisodes, []);
  const own = results && isOfPage(results, location) ? results : null;
  return <PrerenderedEpisodes value={own}>{children}</PrerenderedEpisodes>;
}

/** Scrolls to the top of a new page only, because the browser restores the position on back and forward. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  useLayoutEffect(() => {
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}

/** Focuses the start of a new page if the focused element disappeared with the old page. */
function useFocusOfPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) takeLostFocus(document.getElementById('content'));
    shown.current = pathname;
  }, [pathname]);
}

function TitleBefore({ pathname }: { pathname: string }) {
  const title = sitePageAt(pathname)?.title ?? breadcrumbsAt(pathname).at(-1)?.name;
  return <title>{`${title} – ${site.name}`}</title>;
}

/** As high as the window, so that the footer does not jump into view while a page loads. */
function Place({ pathname }: { pathname: string }) {
  return (
    <div role="status" aria-label="Loading" className="min-h-svh">
      <TitleBefore pathname={pathname} />
    </div>
  );
}

/**
 * Remounts the pages when the user changes, so that no state of the previous user remains. Navigation resets the crash
 * boundary.
 */
export function SessionPages({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname } = useLocation();
  useScrollToTop();
  useFocusOfPage();
  // Rendered in slices, so that Firestore can ask for the person's data meanwhile.
  const isKnown = useDeferredValue(session.status !== 'unknown');
  const place = <Place pathname={pathname} />;
  if (session.status === 'unknown' || !isKnown) return place;
  return (
    <Suspense key={session.status === 'signed-in' ? session.user.uid : 'nobody'} fallback={place}>
      <CrashBoundary key={pathname}>{children}</CrashBoundary>
    </Suspense>
  );
}

export function App() {
  useDismissibleTips();
  return (
    <>
      <a href="#content" className={SKIP_LINK}>
        Skip to content
      </a>
      <SkipToPlayer />
      <PrerenderedEpisodesProvider>
        <AppHeader />
        <main id="content" tabIndex={-1} className="flex-1 focus:outline-none">
          <SessionPages>
            <AppRoutes />
          </SessionPages>
        </main>
      </PrerenderedEpisodesProvider>
      <AppFooter />
      <PlayerSlot />
      <PageKeys />
    </>
  );
}

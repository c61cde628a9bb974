import { StrictMode } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { App } from '#app/app.tsx';
import { canonicalAddress } from '#app/routes/canonical-address.ts';
import { createPageHistory } from '#app/routes/page-history.ts';
import { preloadSitePage } from '#app/routes/site-page-element.tsx';
import { preloadMemberHome } from '#app/pages/late-member-home.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { hasSignInHint } from '#shared/data/session/sign-in-hint.ts';
import { startPage } from './start-page.ts';
import './styles.css';

/** How long a member's frame may wait for the identity service to load, in milliseconds. */
const LOADING_MS = 200;
/** The service needs several short turns of the browser until its request is under way. In milliseconds. */
const ASKING_MS = 80;

const root = document.getElementById('root');

const meant = canonicalAddress(location);
// Hosting served the 404 page, because the path has capitals: redirect to the lower-case path.
if (meant !== null) location.replace(meant);
else if (root) void start(root);

async function start(container: HTMLElement): Promise<void> {
  // Starts before the first rendering, so that visitors who never signed in see the page without delay.
  sessionStore.start();
  if (hasSignInHint()) {
    // What a member's page shows waits for the answer of the identity service, so its request goes first. The page is
    // loaded and rendered meanwhile.
    const asked = sessionStore.started.then(() => pause(ASKING_MS));
    void asked.then(preloadForMember);
    await Promise.race([asked, pause(LOADING_MS)]);
  }

  await startPage(
    container,
    () => (
      <StrictMode>
        <HistoryRouter history={createPageHistory()}>
          <App />
        </HistoryRouter>
      </StrictMode>
    ),
    () => preloadSitePage(location.pathname),
  );
}

/** Loads the page while it is not yet known who is signed in. A failure shows when the page is rendered. */
function preloadForMember(): void {
  const { pathname } = location;
  const parts = [preloadSitePage(pathname)];
  if (pathname === '/') parts.push(preloadMemberHome());
  Promise.all(parts).catch(() => undefined);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

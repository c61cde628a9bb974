import { StrictMode } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { App } from '#app/app.tsx';
import { canonicalAddress } from '#app/routes/canonical-address.ts';
import { createPageHistory } from '#app/routes/page-history.ts';
import { preloadSitePage } from '#app/routes/site-page-element.tsx';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { startPage } from './start-page.ts';
import './styles.css';

const root = document.getElementById('root');

const meant = canonicalAddress(location);
// Hosting served the 404 page, because the path has capitals: redirect to the lower-case path.
if (meant !== null) location.replace(meant);
else if (root) start(root);

function start(container: HTMLElement): void {
  // Starts before the first rendering, so that visitors who never signed in see the page without delay.
  sessionStore.start();

  void startPage(
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

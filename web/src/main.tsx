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
if (!root) throw new Error('index.html has no element #root');

const meant = canonicalAddress(location);
if (meant === null) start(root);
// Hosting served the 404 page, because the path has capitals: redirect to the lower-case path.
else location.replace(meant);

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

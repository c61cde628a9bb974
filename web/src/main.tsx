import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { App } from '#app/app.tsx';
import { canonicalAddress } from '#app/routes/canonical-address.ts';
import { preloadSitePage } from '#app/routes/site-page-element.tsx';
import { sessionStore } from '#shared/session/session-store.ts';
import { startPage } from './start-page.ts';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

const meant = canonicalAddress(location);
if (meant === null) start(root);
// The not-found page, fetched for an address with capitals: the page that was meant has its own file.
else location.replace(meant);

function start(container: HTMLElement): void {
  // Before the first rendering: whoever never signed in here sees the page at once.
  sessionStore.start();

  void startPage(
    container,
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
    () => preloadSitePage(location.pathname),
  );
}

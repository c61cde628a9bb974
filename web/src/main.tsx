import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { App } from '#app/app.tsx';
import { preloadSitePage } from '#app/site-page-element.tsx';
import { sessionStore } from '#shared/session/session-store.ts';
import { startPage } from './start-page.ts';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

// Before the first rendering: whoever never signed in here sees the page at once.
sessionStore.start();

void startPage(
  root,
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
  () => preloadSitePage(location.pathname),
);

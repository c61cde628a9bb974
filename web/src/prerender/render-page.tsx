import { type ReactNode, StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '#app/app.tsx';
import { type Prerendered, PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { site } from '#shared/site.ts';
import { episodeListTag } from './episode-list-tag.ts';

export interface RenderedPage {
  /** Title, meta tags, canonical link and structured data. */
  head: string;
  /** Contents of the root element. */
  body: string;
  before?: string;
}

const ROOT_START = '<div>';
const ROOT_END = '</div>';

/** Renders a page with all lazy parts, and with results if given. Rejects if a component throws. */
export async function renderPage(
  address: string,
  results: Prerendered | null,
): Promise<RenderedPage> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <div>
      <StrictMode>
        <PrerenderedEpisodes value={results}>
          <StaticRouter location={address}>
            <App />
          </StaticRouter>
        </PrerenderedEpisodes>
      </StrictMode>
    </div>,
    // React would stream larger pages in chunks joined by inline scripts, which the CSP forbids.
    { onError: (error) => void failures.push(error), progressiveChunkSize: Infinity },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, `${address} cannot be rendered`);
  // React renders head elements before the first element of the body.
  const start = html.indexOf(ROOT_START);
  return {
    head: html.slice(0, start) + episodeListTag(address, results?.episodes ?? []),
    body: html.slice(start + ROOT_START.length, html.lastIndexOf(ROOT_END)),
  };
}

/** Renders a `noindex` page without content. `notice` is visible without JavaScript. */
export function renderShell(notice: ReactNode = NEEDS_JAVASCRIPT): RenderedPage {
  const head = renderToStaticMarkup(
    <>
      <title>{site.name}</title>
      <meta name="robots" content="noindex" />
    </>,
  );
  const before = renderToStaticMarkup(
    <noscript>
      <p className="mx-auto max-w-xl px-4 py-20 text-center text-lg">{notice}</p>
    </noscript>,
  );
  return { head, body: '', before };
}

const NEEDS_JAVASCRIPT = (
  <>
    Accounts need JavaScript. Turn it on to see this page, or{' '}
    <a href="/" className="text-link underline">
      search without it
    </a>
    .
  </>
);

import type { Episode } from 'functions/contract';
import type { RenderedPage } from '../src/prerender/render-page.tsx';
import { scriptJson } from '#shared/page/script-json.ts';

const EMPTY_ROOT = '<div id="root"></div>';

/** Episodes that were fetched for the page of one address. */
export interface EmbeddedEpisodes {
  path: string;
  episodes: readonly Episode[];
}

/**
 * The built index.html with a rendered page in it, and the episodes beside the root element. Throws
 * when the template is not one.
 */
export function pageHtml(
  template: string,
  { head, body }: RenderedPage,
  embedded: EmbeddedEpisodes | null = null,
): string {
  if (!template.includes(EMPTY_ROOT) || !template.includes('</head>')) {
    throw new Error(`index.html must hold ${EMPTY_ROOT} and </head>`);
  }
  // Replaced through functions: `$&` and the like in a text would be taken for a pattern.
  return (body ? withLateScripts(template) : template)
    .replace('</head>', () => `${markTags(head)}</head>`)
    .replace(EMPTY_ROOT, () => `<div id="root">${body}</div>${embedded ? data(embedded) : ''}`);
}

/** The page can be read without its scripts: fetch them after what it is painted with. */
function withLateScripts(html: string): string {
  return html.replace(
    /<(script type="module"|link rel="modulepreload")(?=[\s>])/g,
    '<$1 fetchpriority="low"',
  );
}

/** The mark by which start-page.ts finds the tags of a page it does not take over. */
function markTags(head: string): string {
  return head.replace(/<(title|meta|link)(?=[\s>])/g, '<$1 data-page=""');
}

function data({ path, episodes }: EmbeddedEpisodes): string {
  const attributes = `type="application/json" id="prerendered-episodes" data-path="${path}"`;
  return `<script ${attributes}>${scriptJson(episodes)}</script>`;
}

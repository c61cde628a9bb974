import { escapeAttribute } from 'entities/escape';
import { ELEMENT_ID, type Prerendered } from '#shared/page/prerendered-episodes.ts';
import { scriptJson } from '#shared/page/script-json.ts';
import type { RenderedPage } from './render-page.tsx';

const EMPTY_ROOT = '<div id="root"></div>';

/** Fills the template. Throws if it lacks a placeholder. */
export function pageHtml(
  template: string,
  { head, body, before = '' }: RenderedPage,
  results: Prerendered | null = null,
): string {
  if (!template.includes(EMPTY_ROOT) || !template.includes('</head>')) {
    throw new Error(`index.html must hold ${EMPTY_ROOT} and </head>`);
  }
  const first = template.match(FIRST)?.join('') ?? '';
  const others = template.replace(FIRST, '');
  // The replacements are functions, because `$&` has a special meaning in a replacement string.
  return (body ? withLateScripts(others) : others)
    .replace('<script>', () => `${first}<script>`)
    .replace('</head>', () => `${markTags(head)}</head>`)
    .replace(
      EMPTY_ROOT,
      () => `${before}<div id="root">${body}</div>${results ? data(results) : ''}`,
    );
}

const SCRIPTS = /<script type="module".*?<\/script>|<link rel="modulepreload".*?>/g;
/** What the inline script inserts stands before it, and the font before that, so that no text waits for scripts. */
const FIRST = /<link rel="preload" as="font".*?>|<template.*?<\/template>/gs;

/** Moves the scripts into a `<template>`. The inline script in index.html inserts them after the first paint. */
function withLateScripts(html: string): string {
  const late = html.match(SCRIPTS)?.join('') ?? '';
  return html
    .replace(SCRIPTS, '')
    .replace('<script>', () => `<template id="late-scripts">${late}</template><script>`);
}

/** Marks head tags, so that start-page.ts can remove them if it does not hydrate. */
function markTags(head: string): string {
  return head.replace(/<(title|meta|link)(?=[\s>])/g, '<$1 data-page=""');
}

function data({ episodes, ...about }: Prerendered): string {
  const of = escapeAttribute(JSON.stringify(about));
  const attributes = `type="application/json" id="${ELEMENT_ID}" data-of="${of}"`;
  return `<script ${attributes}>${scriptJson(episodes)}</script>`;
}

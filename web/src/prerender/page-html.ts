import { escapeAttribute } from 'entities/escape';
import { ELEMENT_ID, type Prerendered } from '#shared/page/prerendered-episodes.ts';
import { scriptJson } from '#shared/page/script-json.ts';
import type { RenderedPage } from './render-page.tsx';

const EMPTY_ROOT = '<div id="root"></div>';

/**
 * The built index.html with a rendered page in it, and its results beside the root element. Throws
 * when the template is not one.
 */
export function pageHtml(
  template: string,
  { head, body, before = '' }: RenderedPage,
  results: Prerendered | null = null,
): string {
  if (!template.includes(EMPTY_ROOT) || !template.includes('</head>')) {
    throw new Error(`index.html must hold ${EMPTY_ROOT} and </head>`);
  }
  // Replaced through functions: `$&` and the like in a text would be taken for a pattern.
  return (body ? withLateScripts(template) : template)
    .replace('</head>', () => `${markTags(head)}</head>`)
    .replace(
      EMPTY_ROOT,
      () => `${before}<div id="root">${body}</div>${results ? data(results) : ''}`,
    );
}

const SCRIPTS = /<script type="module".*?<\/script>|<link rel="modulepreload".*?>/g;

/**
 * The page can be read without its scripts: they lie in a template, and the script in index.html takes
 * them out of it once the page is painted.
 */
function withLateScripts(html: string): string {
  const late = html.match(SCRIPTS)?.join('') ?? '';
  return html
    .replace(SCRIPTS, '')
    .replace('<script>', () => `<template id="late-scripts">${late}</template><script>`);
}

/** The mark by which start-page.ts finds the tags of a page it does not take over. */
function markTags(head: string): string {
  return head.replace(/<(title|meta|link)(?=[\s>])/g, '<$1 data-page=""');
}

function data({ episodes, ...about }: Prerendered): string {
  const of = escapeAttribute(JSON.stringify(about));
  const attributes = `type="application/json" id="${ELEMENT_ID}" data-of="${of}"`;
  return `<script ${attributes}>${scriptJson(episodes)}</script>`;
}

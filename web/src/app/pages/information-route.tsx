import { type ComponentType, createElement } from 'react';
import type { InformationPath, SitePage } from '#content/site-pages.ts';
import { AboutPage } from '#features/info/legal/about-page.tsx';
import { PrivacyPage } from '#features/info/legal/privacy-page.tsx';
import { TermsPage } from '#features/info/legal/terms-page.tsx';

/** `/developers` loads separately; see `site-page-element.tsx`. */
type TextPath = Exclude<InformationPath, '/developers'>;

const TEXTS: Record<TextPath, ComponentType<{ page: SitePage }>> = {
  '/about': AboutPage,
  '/terms': TermsPage,
  '/privacy': PrivacyPage,
};

/** Renders one of the short texts, which load together. */
export function InformationRoute({ page }: { page: SitePage }) {
  if (!isText(page.path)) throw new Error(`There is no text for ${page.path}.`);
  return createElement(TEXTS[page.path], { page });
}

function isText(path: string): path is TextPath {
  return Object.hasOwn(TEXTS, path);
}

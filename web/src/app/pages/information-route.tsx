import type { SitePage } from '#content/site-pages.ts';
import { AboutPage } from '#features/legal/about-page.tsx';
import { PrivacyPage } from '#features/legal/privacy-page.tsx';
import { TermsPage } from '#features/legal/terms-page.tsx';

/** Pages of text, loaded together: they are short. */
export function InformationRoute({ page }: { page: SitePage }) {
  switch (page.path) {
    case '/terms':
      return <TermsPage page={page} />;
    case '/privacy':
      return <PrivacyPage page={page} />;
    default:
      return <AboutPage page={page} />;
  }
}

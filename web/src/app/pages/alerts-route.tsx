import { ResendVerification } from '#features/account/verification/resend-verification.tsx';
import { AlertsPage } from '#features/alerts/list/alerts-page.tsx';
import { MailNotice } from '#features/preferences/mail-notice.tsx';
import { PreferencesSection } from '#features/preferences/preferences-section.tsx';
import { ShowsSection } from '#features/shows/shows-section.tsx';
import { HelpButton } from '#app/slots/help-button.tsx';

/** Combines the alerts page with parts of other features: email notice, help, followed shows and preferences. */
export function AlertsRoute() {
  return (
    <AlertsPage
      notice={<MailNotice resend={<ResendVerification />} />}
      help={<HelpButton />}
      shows={<ShowsSection />}
      preferences={<PreferencesSection />}
    />
  );
}

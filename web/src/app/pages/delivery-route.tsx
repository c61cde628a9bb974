import { VerifySlot } from '#app/slots/verify-slot.tsx';
import { DeliveryPage } from '#features/alerts/delivery/delivery-page.tsx';
import { MailNotice } from '#features/account/preferences/mail-notice.tsx';
import { PreferencesSection } from '#features/account/preferences/preferences-section.tsx';

/** Combines channels and history with the email preferences and the notices that tell why no email comes. */
export function DeliveryRoute() {
  return (
    <DeliveryPage
      notice={
        <>
          <VerifySlot />
          <MailNotice />
        </>
      }
      preferences={<PreferencesSection />}
    />
  );
}

import { VerifySlot } from '#app/slots/verify-slot.tsx';
import { DeliveryPage } from '#features/alerts/delivery/delivery-page.tsx';
import { MailNotice } from '#features/account/preferences/mail-notice.tsx';
import { PreferencesSection } from '#features/account/preferences/preferences-section.tsx';

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

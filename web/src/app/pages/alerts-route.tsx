import { latePart } from '#shared/loading/late-part.tsx';
import { AlertsPage } from '#features/alerts/list/alerts-page.tsx';
import { MailNotice } from '#features/account/preferences/mail-notice.tsx';
import { DeliveryLine } from '#features/account/preferences/delivery-line.tsx';
import { ShowsSection } from '#features/shows/shows-section.tsx';
import { HelpButton } from '#app/slots/help-button.tsx';
import { VerifySlot } from '#app/slots/verify-slot.tsx';

const BringSection = latePart(
  () => import('#features/alerts/bring/bring-section.tsx'),
  'BringSection',
  { fallback: <div className="h-14" /> },
);
const ShowsOfList = latePart(() => import('#features/shows/shows-of-list.tsx'), 'ShowsOfList');

export function AlertsRoute() {
  return (
    <AlertsPage
      notice={
        <>
          <VerifySlot />
          <MailNotice />
        </>
      }
      help={<HelpButton />}
      delivery={<DeliveryLine />}
      importer={
        <BringSection
          showsOfList={(opml, name, onDone) => (
            <ShowsOfList opml={opml} name={name} onDone={onDone} />
          )}
        />
      }
      shows={<ShowsSection />}
    />
  );
}

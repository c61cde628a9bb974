import { useState } from 'react';
import { SignInPrompt } from '#features/alerts/pending-alert/sign-in-prompt.tsx';
import { VisitorAlerts } from '#features/alerts/pending-alert/visitor-alerts.tsx';
import { IntentLink } from '#features/alerts/pending-alert/intent-link.tsx';
import { HomePage, type HomeSlots } from '#features/search/home-page.tsx';
import { ExampleSlot } from '#app/slots/example-slot.ts';
import { RefineSlot } from '#app/slots/refine-slot.ts';
import { useSession } from '#shared/data/session/session-store.ts';
import { site } from '#shared/site.ts';
import { isFarewell } from '#shared/data/session/farewell.ts';
import { latePart } from '#shared/loading/late-part.tsx';
import { alertCount } from './alert-count.ts';
import { MemberHome } from './late-member-home.ts';

const VISITOR_SLOTS: HomeSlots = {
  refine: RefineSlot,
  example: <ExampleSlot />,
  ...(site.hasAccounts && {
    // After a search, the prompt beside the results replaces it.
    tracking: (_, examples) =>
      examples !== null && (
        <>
          {examples}
          <VisitorAlerts />
        </>
      ),
    alerts: (keywords, choice) => (
      <SignInPrompt
        about="what you searched for"
        action={actionText(keywords)}
        intent={{ keywords, otherNames: [], ...choice }}
      />
    ),
    addShow: (keywords) => (
      <IntentLink
        to="/login"
        intent={{ keywords, otherNames: [], isShow: true }}
        className="text-link underline underline-offset-4"
      >
        Add it
      </IntentLink>
    ),
  }),
};

function actionText(keywords: readonly string[]): string {
  const count = alertCount(keywords);
  return count > 1 ? `Create ${count} alerts` : 'Create alert';
}

const Farewell = latePart(() => import('#features/account/farewell.tsx'), 'Farewell', 'afterwards');

function FarewellSlot() {
  const [isDeleted] = useState(isFarewell);
  return isDeleted && <Farewell />;
}

export function HomeRoute() {
  const session = useSession();
  if (session.status === 'signed-in') return <MemberHome user={session.user} />;
  return (
    <>
      <FarewellSlot />
      <HomePage slots={VISITOR_SLOTS} />
    </>
  );
}

import { useState } from 'react';
import { SignInPrompt } from '#features/alerts/pending-alert/sign-in-prompt.tsx';
import { HomePage, type HomeSlots } from '#features/search/home-page.tsx';
import { RefineSlot } from '#app/slots/refine-slot.ts';
import { useSession } from '#shared/session/session-store.ts';
import { site } from '#shared/site.ts';
import { isFarewell } from '#shared/session/farewell.ts';
import { latePart } from '#shared/loading/late-part.tsx';

// A visitor who searches does not load what signed-in people see.
const MemberHome = latePart(() => import('./member-home.tsx'), 'MemberHome');

const VISITOR_SLOTS: HomeSlots = {
  refine: RefineSlot,
  ...(site.hasAccounts && {
    alerts: (keywords, spoken) => (
      <SignInPrompt
        about="what you searched for"
        action={actionText(keywords)}
        intent={{ keywords, otherNames: [], spoken }}
      />
    ),
  }),
};

/** What bears on all of a search goes into each of its alerts; `alertKeywords` is for those signed in. */
function actionText(keywords: readonly string[]): string {
  const { length } = keywords.filter((keyword) => !/^([-+]|show:)/i.test(keyword));
  return length > 1 ? `Create ${length} alerts` : 'Create alert';
}

const Farewell = latePart(() => import('#features/account/farewell.tsx'), 'Farewell', 'afterwards');

function FarewellSlot() {
  const [isDeleted] = useState(isFarewell);
  return isDeleted && <Farewell />;
}

/** The home page with what it offers to the person who is there. */
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

import { MatchSkeletons } from './match-skeletons.tsx';

export const INBOX_SECTION = 'min-w-0 pt-3 lg:pt-1';

export function InboxHeading() {
  return (
    <h2 id="inbox" className="text-xl font-bold tracking-title sm:text-2xl">
      Inbox
    </h2>
  );
}

/** Shown until it is known whether the person has an inbox. As high as the head of one whose matches load. */
export function InboxPlace() {
  return (
    <section aria-labelledby="inbox" className={INBOX_SECTION}>
      {/* On phones, the filter stands in a row of its own. */}
      <div className="flex h-11 box-content items-center max-sm:pb-13">
        <InboxHeading />
      </div>
      <MatchSkeletons />
    </section>
  );
}

import { HUB_CONTENT } from '#content/hub-content.ts';
import type { Hub } from '#content/hubs.ts';
import type { SitePage } from '#content/site-pages.ts';
import { faqData } from '#content/structured-data.ts';
import { JsonLd } from '#shared/page/json-ld.tsx';
import { feedAddress } from '#shared/page/feed-address.ts';
import { PageMeta } from '#shared/page/page-meta.tsx';
import { searchAddress } from '#shared/search/search-address.ts';
import { EntityCard } from '#shared/ui/entity-card.tsx';
import { HubBanner } from './hub-banner.tsx';
import { HubEpisodes } from './hub-episodes.tsx';
import { HubFaq } from './hub-faq.tsx';
import { HubSection } from './hub-section.tsx';
import type { TopicSlots } from '#features/topics/topic-slots.ts';
import { Link } from '#shared/ui/link.tsx';

interface HubPageProps {
  page: SitePage;
  hub: Hub;
  slots?: TopicSlots;
}

const CHIP =
  'inline-flex min-h-10 items-center rounded-full border border-line bg-surface px-4 py-1.5 text-[0.9375rem] font-medium transition-colors hover:border-field hover:bg-sunken';

/** The page of a whole field: its episodes, its people, what is talked about. */
export function HubPage({ page, hub, slots = {} }: HubPageProps) {
  const content = HUB_CONTENT[hub.slug];
  const { shortName, lists, stages, discussion, related, faq } = content;
  return (
    <>
      <PageMeta page={page} />
      <JsonLd data={faqData(faq)} />
      <HubBanner {...content} />
      <div className="mx-auto max-w-6xl space-y-12 px-4 pt-10 pb-16 sm:space-y-16 sm:px-6 sm:pt-14">
        <div>
          <HubEpisodes
            hub={hub}
            shortName={shortName}
            feed={feedAddress(page, false)}
            slots={slots}
          />
        </div>
        {lists.map(({ title, entities }) => (
          <HubSection key={title} title={title}>
            <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
              {entities.map((entity) => (
                <li key={entity.slug} className="grid">
                  <EntityCard entity={entity} />
                </li>
              ))}
            </ul>
          </HubSection>
        ))}
        {stages.length > 0 && (
          <HubSection title="Funding Stages">
            <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
              {stages.map(({ name, text }) => (
                <li key={name} className="border-l-2 border-accent pl-4">
                  <h3 className="font-semibold tracking-title">{name}</h3>
                  <p className="mt-1 text-[0.9375rem] leading-relaxed text-soft">{text}</p>
                </li>
              ))}
            </ol>
          </HubSection>
        )}
        <HubSection title={discussion.title}>
          <ul className="flex flex-wrap gap-2">
            {discussion.topics.map((topic) => (
              <li key={topic}>
                <Link to={searchAddress([topic])} className={CHIP}>
                  {topic}
                </Link>
              </li>
            ))}
          </ul>
        </HubSection>
        <HubFaq faq={faq} />
        <HubSection title="Related Topics">
          <ul className="flex flex-wrap gap-2">
            {related.map(({ name, path }) => (
              <li key={path}>
                <Link to={path} className={CHIP}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </HubSection>
      </div>
    </>
  );
}

import { type HubContent, hubContent } from '#content/hub-content.ts';
import type { Hub } from '#content/hubs.ts';
import type { SitePage } from '#content/site-pages.ts';
import type { StructuredData } from '#content/page-kinds.ts';
import { feedAddress } from '#shared/page/feed-address.ts';
import { JsonLd, PageMeta } from '#shared/page/page-meta.tsx';
import { searchAddress } from '#shared/search/search-address.ts';
import { EntityCard } from '#shared/ui/entity-card.tsx';
import type { ReactNode } from 'react';
import { HubEpisodes } from './hub-episodes.tsx';
import { HubSection } from './hub-section.tsx';
import type { TopicSlots } from '#features/topics/topic-page.tsx';
import { Link } from '#shared/ui/link.tsx';
import { BackLink } from '#features/topics/back-link.tsx';

/** Returns structured data. Google requires that the page shows the same text. */
function faqData(faq: readonly { question: string; answer: string }[]): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

interface HubBannerProps extends Pick<HubContent, 'intro' | 'stats'> {
  heading: string;
  follow: ReactNode;
}

function HubBanner({ heading, intro, stats, follow }: HubBannerProps) {
  return (
    <div className="border-b border-line bg-linear-to-br from-(--banner-from) via-(--banner-via) to-(--banner-to)">
      <div className="mx-auto max-w-6xl px-4 pt-6 pb-10 sm:px-6 sm:pt-8 sm:pb-14">
        <BackLink>Back to Home</BackLink>
        <h1 className="mt-5 max-w-3xl text-3xl leading-[1.08] font-bold tracking-display text-balance sm:mt-8 sm:text-5xl">
          {heading}
        </h1>
        <p className="mt-4 max-w-2xl leading-relaxed text-soft sm:text-lg">{intro}</p>
        {/* Reserves the height of the button, which loads late for members. */}
        {follow && <div className="mt-6 min-h-12 max-w-sm print:hidden">{follow}</div>}
        {stats.length > 0 && (
          <dl className="mt-8 flex max-w-3xl flex-wrap gap-2 sm:gap-3">
            {stats.map(({ figure, label }) => (
              <div
                key={label}
                className="flex flex-1 basis-20 flex-col-reverse justify-end rounded-2xl border border-line bg-surface px-2.5 py-3 shadow-card sm:px-5 sm:py-4"
              >
                <dt className="text-xs text-soft sm:text-sm">{label}</dt>
                <dd className="text-xl font-bold whitespace-nowrap min-[22.5rem]:text-2xl tracking-display sm:text-3xl">
                  {figure}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}

function HubFaq({ faq }: Pick<HubContent, 'faq'>) {
  return (
    <HubSection title="Frequently Asked Questions">
      <dl className="grid grid-cols-1 gap-3 lg:grid-cols-3">
        {faq.map(({ question, answer }) => (
          <div key={question} className="rounded-2xl bg-sunken p-5 sm:p-6">
            <dt className="font-semibold tracking-title text-balance">{question}</dt>
            <dd className="mt-2 text-[0.9375rem] leading-relaxed text-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </HubSection>
  );
}

interface HubPageProps {
  page: SitePage;
  hub: Hub;
  slots?: TopicSlots;
}

const CHIP =
  'inline-flex min-h-10 items-center rounded-full border border-line bg-surface px-4 py-1.5 text-[0.9375rem] font-medium transition-colors hover:border-field hover:bg-sunken';

export function HubPage({ page, hub, slots = {} }: HubPageProps) {
  const content = hubContent(hub.slug);
  const { shortName, lists, stages, discussion, related, faq } = content;
  return (
    <>
      <PageMeta page={page} />
      <JsonLd data={faqData(faq)} />
      <HubBanner
        {...content}
        heading={page.title}
        follow={slots.follow?.({ name: page.name, keywords: hub.keywords })}
      />
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
                <li key={entity.slug} className="grid grid-cols-1">
                  <EntityCard entity={entity} />
                </li>
              ))}
            </ul>
          </HubSection>
        ))}
        {stages && (
          <HubSection title={stages.title}>
            <ol className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
              {stages.steps.map(({ name, text }) => (
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

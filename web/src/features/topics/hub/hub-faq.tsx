import type { HubContent } from '#content/hub-content.ts';
import { HubSection } from './hub-section.tsx';

/** Questions and their answers, all in sight. */
export function HubFaq({ faq }: Pick<HubContent, 'faq'>) {
  return (
    <HubSection title="Frequently Asked Questions">
      <dl className="grid gap-3 lg:grid-cols-3">
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

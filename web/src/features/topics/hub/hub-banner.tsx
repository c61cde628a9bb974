import type { HubContent } from '#content/hub-content.ts';
import { BackLink } from '#features/topics/back-link.tsx';

/** The top of a hub: what it is about, and how much there is. */
export function HubBanner({ heading, intro, stats }: HubContent) {
  return (
    <div className="border-b border-line bg-linear-to-br from-(--banner-from) via-(--banner-via) to-(--banner-to)">
      <div className="mx-auto max-w-6xl px-4 pt-6 pb-10 sm:px-6 sm:pt-8 sm:pb-14">
        <BackLink>Back to Home</BackLink>
        <h1 className="mt-5 max-w-3xl text-3xl leading-[1.08] font-bold tracking-display text-balance sm:mt-8 sm:text-5xl">
          {heading}
        </h1>
        <p className="mt-4 max-w-2xl leading-relaxed text-soft sm:text-lg">{intro}</p>
        {stats.length > 0 && (
          <dl className="mt-8 grid max-w-3xl grid-cols-3 gap-2 sm:gap-3">
            {stats.map(({ figure, label }) => (
              <div
                key={label}
                className="flex flex-col-reverse justify-end rounded-2xl border border-line bg-surface px-2.5 py-3 shadow-card sm:px-5 sm:py-4"
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

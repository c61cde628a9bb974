import { IntentLink } from '#features/alerts/pending-alert/intent-link.tsx';
import { ExampleEpisode } from '#features/search/example-episode.tsx';
import { HomePoints } from '#features/search/home-points.tsx';
import { site } from '#shared/site.ts';

export function HomeExample() {
  return (
    <>
      <ExampleEpisode
        alert={(keyword) =>
          site.hasAccounts && (
            <IntentLink
              to="/signup"
              intent={{ keywords: [keyword], otherNames: [] }}
              className="inline-flex min-h-11 items-center justify-center rounded-xl border border-field bg-surface px-4 text-center text-[0.9375rem] font-semibold transition-colors hover:bg-sunken"
            >
              Create alert<span className="sr-only"> for {keyword}</span>
            </IntentLink>
          )
        }
      />
      <HomePoints />
    </>
  );
}

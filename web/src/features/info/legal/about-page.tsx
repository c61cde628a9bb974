import type { SitePage } from '#content/site-pages.ts';
import { COVERED, EXAMPLE_PHRASE, EXAMPLE_SPELLINGS } from '#content/subject.ts';
import { PageMeta } from '#shared/page/page-meta.tsx';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';
import { SupportLink } from '#shared/ui/support-link.tsx';
import { TextSection } from '#shared/ui/text-section.tsx';
import { LiveFigures } from './live-figures.tsx';
import { SpokenShows } from './spoken-shows.tsx';

export function AboutPage({ page }: { page: SitePage }) {
  return (
    <article className="mx-auto max-w-6xl *:max-w-[45rem] px-4 pt-8 pb-16 sm:px-6 sm:pt-12">
      <PageMeta page={page} />
      <h1 className="text-3xl font-bold tracking-display sm:text-4xl">About {site.name}</h1>
      <p className="mt-4 leading-relaxed text-soft sm:text-lg">
        {site.name} finds the moments where podcasts mention a name, a company or an idea, and
        emails you when it comes up again.
      </p>
      <div className="mt-8">
        <LiveFigures />
      </div>
      <div className="mt-10 space-y-9">
        <TextSection title="What is covered">
          <p>
            {`A list of podcasts about ${COVERED}. Their public feeds are read again every fifteen minutes, and episodes of about the last month are kept. A search looks at an episode’s title, description, podcast, publisher, guests and chapters, and at its transcript if the publisher offers one. Other episodes may be transcribed by a machine; such quotes are marked, and only the sentences around a match are shown. Publishers who do not want this can write to the address below.`}
          </p>
          <SpokenShows />
        </TextSection>
        <TextSection title="How a keyword matches">
          <ul>
            <li>
              {`Whole words in the order you wrote them: “${EXAMPLE_PHRASE.phrase}” is one phrase.`}
            </li>
            <li>
              {`Capitals and accents make no difference. Shows of any language are searched, and a name is found in its other spellings: “${EXAMPLE_SPELLINGS[0]}” as “${EXAMPLE_SPELLINGS[1]}”.`}
            </li>
            <li>Separate keywords with commas to find episodes that mention any of them.</li>
            <li>
              The newest episode comes first, unless you sort by relevance. No one can pay to appear
              higher.
            </li>
          </ul>
        </TextSection>
        <TextSection title="How alerts work">
          <p>
            With a free account you save a keyword. New episodes that mention it reach you by email
            within 24 hours. Each episode is sent once, and one email can hold several. Email goes
            only to your own verified address, and every email has a link to unsubscribe. An alert
            sends exactly what the search shows: try a keyword on the{' '}
            <Link to="/">search page</Link> before you save it.
          </p>
        </TextSection>
        <TextSection title="Contact">
          <p>
            Is a podcast missing, does something look wrong, or do you have an idea? Write to{' '}
            <SupportLink />. What is stored about you is on the{' '}
            <Link to="/privacy">privacy page</Link>.
          </p>
          <p>
            For programs and AI assistants, see <Link to="/developers">Developers</Link>.
          </p>
        </TextSection>
      </div>
    </article>
  );
}

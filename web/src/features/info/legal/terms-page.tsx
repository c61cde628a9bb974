import { ONE_OF_KINDS } from '#content/kinds.ts';
import type { SitePage } from '#content/site-pages.ts';
import { site } from '#shared/site.ts';
import { SupportLink } from '#shared/ui/support-link.tsx';
import { TextSection } from '#shared/ui/text-section.tsx';
import { LegalPage } from './legal-page.tsx';

export function TermsPage({ page }: { page: SitePage }) {
  return (
    <LegalPage
      page={page}
      summary={`${site.name} lets you search recent podcast episodes and get new ones by email. Use it fairly, keep your password to yourself, and do not rely on it for anything critical.`}
    >
      <TextSection title="What the service does">
        <p>
          {site.name} reads the public feeds of podcasts, keeps the descriptions of recent episodes
          for a little more than a month, and lets you search them. With an account you can save
          keywords as email alerts and bookmark episodes. Using it is free.
        </p>
      </TextSection>
      <TextSection title="Podcasts belong to those who make them">
        <p>
          Titles, descriptions and cover images come from the podcasts’ own feeds and belong to
          their owners. {site.name} shows excerpts and links to the original; it hosts no audio. If
          you publish a podcast and do not want it to be found here, write to <SupportLink />, and
          we will remove it.
        </p>
        <p>
          A machine may transcribe episodes that have no transcript. Only sentences around what
          somebody searched for are shown, never the whole text. A feed that asks services not to
          list it (<code>itunes:block</code>, <code>podcast:block</code>) or is locked (
          <code>podcast:locked</code>) is not transcribed. If you do not want it for your podcast,
          write to <SupportLink />, and we delete its transcripts.
        </p>
        <p>
          {`A page about ${ONE_OF_KINDS} lists episodes that mention the name. It does not mean that they appear in an episode, are connected with ${site.name}, or endorse it.`}
        </p>
      </TextSection>
      <TextSection title="Your account">
        <ul>
          <li>Use an email address of your own: alert emails are sent only there.</li>
          <li>You are responsible for what happens with your password, so keep it safe.</li>
          <li>
            You can delete the account at any time on the account page, with all that belongs to it.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Fair use">
        <p>Please do not</p>
        <ul>
          <li>search automatically faster than the limits allow, or work around them;</li>
          <li>copy the catalogue as a whole, or resell the service;</li>
          <li>try to reach other people’s data, or to disturb the service for them;</li>
          <li>use alerts to send email to people who did not ask for it.</li>
        </ul>
        <p>An account used in such a way may be suspended or removed.</p>
      </TextSection>
      <TextSection title="No promises">
        <p>
          The service is provided as it is. Feeds can be late, incomplete or wrong, a keyword can
          find episodes you did not mean and miss others, and an email can be delayed or filtered.
          As far as the law allows, {site.name} is not liable for damage that follows from using it
          or from not being able to. Rights that the law gives you as a consumer remain.
        </p>
      </TextSection>
      <TextSection title="Changes">
        <p>
          These terms may change when the service does. The date above says since when they are in
          effect; if you do not agree with a change, you can delete your account. Send questions to{' '}
          <SupportLink />.
        </p>
      </TextSection>
    </LegalPage>
  );
}

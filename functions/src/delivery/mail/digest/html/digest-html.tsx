import { Body } from '@react-email/body';
import { Column } from '@react-email/column';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Row } from '@react-email/row';
import { renderToStaticMarkup } from 'react-dom/server';
import { DigestAlertCard } from './digest-alert-card.tsx';
import type { DigestLinks } from '../digest-content.ts';
import { DIGEST_STYLES, fill, MAIL_WIDTH, OUTLOOK, style } from './digest-style.ts';
import { digestReason, listHeading, type HeadingPart } from '../digest-subject.ts';
import type { ShownDigest } from '../shown-digest.ts';
import { newAtOnceText } from '../../../new-at-once-text.ts';
import { DigestLink } from './digest-elements.tsx';
import { DigestListCard } from './digest-list-card.tsx';

export interface DigestHtmlSpec {
  digest: ShownDigest;
  subject: string;
  heading: readonly HeadingPart[];
  /** Paragraphs below the heading. */
  note: readonly string[];
  preheader: string;
  links: DigestLinks;
}

/** Returns a whole HTML document, which loads only cover images and runs no scripts. */
export function digestHtml(spec: DigestHtmlSpec): string {
  const html = renderToStaticMarkup(<DigestDocument {...spec} />)
    .replace('</head>', `${forOutlook('head')}</head>`)
    .replace(OUTLOOK_ELEMENT, (_, part: keyof typeof OUTLOOK) => forOutlook(part));
  return `<!DOCTYPE html>${html}`;
}

const forOutlook = (part: keyof typeof OUTLOOK) => `<!--[if mso]>${OUTLOOK[part]}<![endif]-->`;

/** Matches placeholders for conditional comments, which React cannot write. Escaped texts cannot contain a match. */
const OUTLOOK_ELEMENT = /<i data-outlook="(open|close)"><\/i>/g;

function DigestDocument({ digest, subject, heading, note, preheader, links }: DigestHtmlSpec) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Mail programs must not turn dates and numbers into links. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{subject}</title>
        {DIGEST_STYLES.map((css, index) => (
          <style key={index} dangerouslySetInnerHTML={{ __html: css }} />
        ))}
      </Head>
      <Body className="canvas" style={style.body}>
        <Preheader text={preheader} />
        <Row className="canvas" style={style.fixed}>
          <Column className="canvas page" {...fill.canvas} style={style.page}>
            <i data-outlook="open" />
            <Container style={style.container} width={MAIL_WIDTH}>
              <Masthead siteName={links.siteName} />
              <h1 className="ink heading" style={style.heading}>
                {heading.map(({ text, isKeyword }, index) =>
                  isKeyword ? (
                    <span key={index} dir="auto">
                      {text}
                    </span>
                  ) : (
                    text
                  ),
                )}
              </h1>
              {note.map((text) => (
                <p key={text} className="soft" style={style.rhythm}>
                  {text}
                </p>
              ))}
              {digest.alerts.map((alert) => (
                <DigestAlertCard key={alert.alertId} alert={alert} />
              ))}
              {digest.lines.length > 0 && (
                <DigestListCard
                  lines={digest.lines}
                  manageLink={links.manage}
                  heading={digest.alerts.length > 0 ? listHeading(digest.lines) : null}
                />
              )}
              {digest.flooding.map(({ name, newAtOnce, link }) => (
                <p key={name} className="soft" style={style.rhythm}>
                  <span dir="auto">{name}</span> {newAtOnceText(newAtOnce)}{' '}
                  {link !== null && (
                    <DigestLink href={link} style={style.link}>
                      See all matches
                    </DigestLink>
                  )}
                </p>
              ))}
              <Footer digest={digest} links={links} />
            </Container>
            <i data-outlook="close" />
          </Column>
        </Row>
      </Body>
    </Html>
  );
}

/** Inboxes show about so many characters. */
const PREHEADER_LENGTH = 100;
/** A space that readers do not see. Otherwise inboxes fill a short preheader with the mail's first words. */
const BLANK = '\u00A0\u200C';

function Preheader({ text }: { text: string }) {
  return (
    <div style={style.preheader}>
      {text}
      {BLANK.repeat(Math.max(0, PREHEADER_LENGTH - text.length))}
    </div>
  );
}

function Masthead({ siteName }: { siteName: string }) {
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" border={0}>
      <tbody>
        <tr>
          <td {...fill.logo} style={style.logo} aria-hidden="true">
            {siteName.charAt(0).toLowerCase()}
          </td>
          <td className="ink" style={style.name}>
            {siteName}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Footer({ digest, links }: Pick<DigestHtmlSpec, 'digest' | 'links'>) {
  const { moreAlerts, cadence } = digest;
  const weekly = links.weeklyInstead(cadence);
  return (
    <p className="soft" style={style.footer}>
      {moreAlerts > 0 && (
        <>
          New episodes for {moreAlerts} more of{' '}
          <DigestLink href={links.manage} style={style.link}>
            your keywords
          </DigestLink>
          .
          <br />
        </>
      )}
      {digestReason(cadence, links.siteName)}
      <br />
      {weekly !== null && (
        <>
          <DigestLink href={weekly} style={style.link}>
            Get one email a week instead
          </DigestLink>
          {'\u00A0· '}
        </>
      )}
      <DigestLink href={links.manage} style={style.link}>
        Manage your alerts or change how often you get them
      </DigestLink>
      {'\u00A0· '}
      <DigestLink href={links.unsubscribeAll} style={style.link}>
        Unsubscribe from all alerts
      </DigestLink>
    </p>
  );
}

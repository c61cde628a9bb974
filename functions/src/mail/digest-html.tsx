import { Body } from '@react-email/body';
import { Column } from '@react-email/column';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Row } from '@react-email/row';
import { renderToStaticMarkup } from 'react-dom/server';
import { DigestAlertCard } from './digest-alert-card.tsx';
import type { DigestLinks } from './digest-content.ts';
import { digestReason } from './digest-reason.ts';
import { DIGEST_STYLE, style } from './digest-style.ts';
import type { FittedDigest } from './fit-digest.ts';

export interface DigestHtmlSpec {
  digest: FittedDigest;
  subject: string;
  /** What an inbox shows behind the subject. */
  preheader: string;
  links: DigestLinks;
}

/** The HTML part of a digest: a whole document that loads nothing but covers and runs nothing. */
export function digestHtml(spec: DigestHtmlSpec): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<DigestDocument {...spec} />)}`;
}

function DigestDocument({ digest, subject, preheader, links }: DigestHtmlSpec) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: DIGEST_STYLE }} />
      </Head>
      <Body className="canvas" style={style.body}>
        <Preview>{preheader}</Preview>
        <Row className="canvas">
          <Column className="page" style={style.page}>
            <Container style={style.container} width={600}>
              <Masthead siteName={links.siteName} />
              <h1 className="ink heading" style={style.heading}>
                {subject}
              </h1>
              {digest.alerts.map((alert) => (
                <DigestAlertCard
                  key={alert.alertId}
                  alert={alert}
                  links={links}
                  timeZone={digest.timeZone}
                />
              ))}
              <Footer digest={digest} links={links} />
            </Container>
          </Column>
        </Row>
      </Body>
    </Html>
  );
}

function Masthead({ siteName }: { siteName: string }) {
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" border={0}>
      <tbody>
        <tr>
          <td style={style.logo} aria-hidden="true">
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
  return (
    <p className="soft" style={style.footer}>
      {moreAlerts > 0 && (
        <>
          And news for {moreAlerts} more of{' '}
          <Link className="link" href={links.manage} style={style.link}>
            your keywords
          </Link>
          .
          <br />
        </>
      )}
      {digestReason(cadence, links.siteName)}
      <br />
      <Link className="link" href={links.manage} style={style.link}>
        Manage your alerts, or change when they come
      </Link>
      {' · '}
      <Link className="link" href={links.unsubscribeAll} style={style.link}>
        Unsubscribe from all alert mails
      </Link>
    </p>
  );
}

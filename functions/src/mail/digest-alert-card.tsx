import { Column } from '@react-email/column';
import { Link } from '@react-email/link';
import { Row } from '@react-email/row';
import type { DigestAlert, DigestLinks } from './digest-content.ts';
import { DigestEpisodeRow } from './digest-episode-row.tsx';
import { style } from './digest-style.ts';
import { episodesText } from './digest-subject.ts';
import { MAX_TITLE_LENGTH, oneLine } from './one-line.ts';

/** One keyword with its episodes. */
export function DigestAlertCard(props: {
  alert: DigestAlert;
  links: DigestLinks;
  timeZone: string;
}) {
  const { alert, links, timeZone } = props;
  const { alertId, keyword, episodes, moreCount } = alert;
  return (
    <>
      <Row>
        <Column className="card" style={style.card}>
          <Row>
            <Column style={{ paddingBottom: '16px' }}>
              <h2 className="ink" style={style.keyword}>
                “{oneLine(keyword, MAX_TITLE_LENGTH)}”
              </h2>
              <p className="soft" style={style.count}>
                {episodesText(episodes.length + moreCount)}
              </p>
            </Column>
          </Row>
          {episodes.map((episode, index) => (
            <DigestEpisodeRow key={index} episode={episode} timeZone={timeZone} />
          ))}
          <Row>
            <Column className="line soft" style={{ ...style.footing, color: '#5d554b' }}>
              {moreCount > 0 && (
                <>
                  <Link className="link" href={links.searchFor(keyword)} style={style.strongLink}>
                    + {moreCount.toLocaleString('en-US')} more
                  </Link>
                  {' · '}
                </>
              )}
              <Link className="link" href={links.unsubscribeAlert(alertId)} style={style.link}>
                Pause this alert
              </Link>
            </Column>
          </Row>
        </Column>
      </Row>
      <div style={style.gap}>&nbsp;</div>
    </>
  );
}

import { DigestEpisodeRow } from './digest-episode-row.tsx';
import { DigestLink } from './digest-link.tsx';
import { style } from './digest-style.ts';
import { episodesText, moreText } from '../digest-subject.ts';
import { DigestTable } from './digest-table.tsx';
import type { ShownAlert } from '../shown-digest.ts';

/** One keyword with its episodes. */
export function DigestAlertCard({ alert }: { alert: ShownAlert }) {
  const { name, beside, episodes, moreCount, pauseLink, notWord } = alert;
  return (
    <>
      <DigestTable>
        <td className="card" style={style.card}>
          <h2 className="ink" style={style.keyword}>
            “<span dir="auto">{name}</span>”
          </h2>
          <p className="soft" style={style.count}>
            {beside !== null && (
              <>
                <span dir="auto">{beside}</span>
                <br />
              </>
            )}
            {episodesText(episodes.length + moreCount)}
          </p>
          {episodes.map((episode, index) => (
            <DigestEpisodeRow key={index} episode={episode} />
          ))}
          <DigestTable>
            <td className="line soft" style={style.footing}>
              {moreCount > 0 && <More alert={alert} />}
              <DigestLink href={pauseLink} style={style.link}>
                Pause this alert
              </DigestLink>
              {notWord !== null && (
                <>
                  {' · '}
                  <DigestLink href={notWord.link} style={style.link}>
                    Not “{notWord.word}”
                  </DigestLink>
                </>
              )}
            </td>
          </DigestTable>
        </td>
      </DigestTable>
      <div style={style.gap}>&nbsp;</div>
    </>
  );
}

function More({ alert }: { alert: ShownAlert }) {
  const { moreLink } = alert;
  return (
    <>
      {moreLink === null ? (
        moreText(alert)
      ) : (
        <DigestLink href={moreLink} style={style.strongLink}>
          {moreText(alert)}
        </DigestLink>
      )}
      {' · '}
    </>
  );
}

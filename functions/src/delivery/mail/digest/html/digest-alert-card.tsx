import { PAUSE_DAYS } from '../../../../contract/index.ts';
import { fill, style } from './digest-style.ts';
import { alsoUnderText, episodesText, moreText, passingText } from '../digest-subject.ts';
import { DigestLink, DigestTable, Marked, TitleBeside, unbroken } from './digest-elements.tsx';
import type { ShownAlert, ShownEpisode } from '../shown-digest.ts';

const COVER_PX = 64;

function DigestEpisodeRow({ episode }: { episode: ShownEpisode }) {
  const { title, podcast, published, alsoIn, link, image, reasons, excerpt, notShowLink } = episode;
  const { listen } = episode;
  const also = alsoUnderText(episode);
  return (
    <DigestTable>
      {image !== null && (
        <td className="line cover" width="80" style={style.cover}>
          {/* No alt text: the podcast's name is next to it. Lazy: otherwise React preloads the cover. */}
          <img
            src={image}
            alt=""
            width={COVER_PX}
            height={COVER_PX}
            loading="lazy"
            style={style.image}
          />
        </td>
      )}
      <td className="line ink" style={style.episode}>
        <p dir="auto" style={style.title}>
          {link === null ? (
            <Marked parts={title} />
          ) : (
            <a className="ink" href={link} target="_blank" style={style.titleLink}>
              <Marked parts={title} />
            </a>
          )}
        </p>
        <p className="soft" style={style.byline}>
          <span dir="auto">
            <Marked parts={podcast} />
          </span>{' '}
          · <span style={style.date}>{published}</span>
          {notShowLink !== null && (
            <>
              {' · '}
              <a className="soft" href={notShowLink} target="_blank" style={style.quietLink}>
                Not this show
              </a>
            </>
          )}
        </p>
        {also !== null && (
          <p dir="auto" className="soft" style={style.byline}>
            {also}
          </p>
        )}
        {alsoIn !== null && (
          <p dir="auto" className="soft" style={style.byline}>
            {alsoIn}
          </p>
        )}
        {reasons.map(({ label, parts }, index) => (
          <p key={index} style={style.reason}>
            <span className="soft" style={style.label}>
              {label}
            </span>
            <span dir="auto">
              <Marked parts={parts} />
            </span>
          </p>
        ))}
        {excerpt.length > 0 && (
          <p dir="auto" style={style.excerpt}>
            <Marked parts={excerpt} />
          </p>
        )}
        {listen !== null && (
          <p style={style.listen}>
            <a href={listen.url} target="_blank" style={style.listenLink}>
              {listen.label}
            </a>
          </p>
        )}
      </td>
    </DigestTable>
  );
}

/** Uses few attributes, because a mail can have many rows and its size is limited. */
function PassingRows({ alert }: { alert: ShownAlert }) {
  return (
    <DigestTable>
      <td className="line soft" style={style.passing}>
        {passingText(alert)}
        {alert.passing.map((row, index) => (
          <p key={index} dir="auto" style={style.passingLine}>
            {row.link === null ? (
              row.title
            ) : (
              <a className="ink" href={row.link} target="_blank" style={style.passingLink}>
                {row.title}
              </a>
            )}
            <TitleBeside row={row} />
          </p>
        ))}
      </td>
    </DigestTable>
  );
}

export function DigestAlertCard({ alert }: { alert: ShownAlert }) {
  const { name, beside, episodes, passing, moreCount, stopLink, pauseLink } = alert;
  return (
    <>
      <DigestTable>
        <td className="card" {...fill.card} style={style.card}>
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
            {episodesText(episodes.length + passing.length + moreCount)}
          </p>
          {episodes.map((episode, index) => (
            <DigestEpisodeRow key={index} episode={episode} />
          ))}
          {passing.length > 0 && <PassingRows alert={alert} />}
          <DigestTable>
            <td className="line soft footing" style={style.footing}>
              {moreCount > 0 && <More alert={alert} />}
              <DigestLink href={stopLink} style={style.link}>
                Pause this alert
              </DigestLink>
              {' · '}
              <DigestLink href={pauseLink} style={style.link}>
                {unbroken(`Pause for ${PAUSE_DAYS} days`)}
              </DigestLink>
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

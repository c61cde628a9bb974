import { Column } from '@react-email/column';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Row } from '@react-email/row';
import { splitHighlights } from '../contract/index.ts';
import type { DigestEpisode } from './digest-content.ts';
import { style } from './digest-style.ts';
import { MAX_TITLE_LENGTH, oneLine } from './one-line.ts';
import { publishedText } from './published-text.ts';
import { webAddress } from './web-address.ts';

const COVER_PX = 64;

/** One episode: its cover, and beside it title, podcast, date and the sentence that matched. */
export function DigestEpisodeRow({
  episode,
  timeZone,
}: {
  episode: DigestEpisode;
  timeZone: string;
}) {
  const { title, podcast, pubDateMs, excerpt } = episode;
  const shownPodcast = oneLine(podcast, MAX_TITLE_LENGTH);
  const link = webAddress(episode.link);
  const image = webAddress(episode.image);
  const name = (
    <span className="ink" style={style.title}>
      {title}
    </span>
  );
  return (
    <Row>
      <Column className="line" style={style.episode}>
        <Row>
          {image !== null && (
            <Column className="cover" style={style.cover} width={80}>
              <Img
                src={image}
                alt={`Cover of ${shownPodcast}`}
                width={COVER_PX}
                height={COVER_PX}
                style={style.image}
                // React announces images it takes for urgent in the head; a mail has no use for that.
                loading="lazy"
              />
            </Column>
          )}
          <Column style={style.text}>
            {link === null ? name : <Link href={link}>{name}</Link>}
            <p className="soft" style={style.byline}>
              {shownPodcast} · {publishedText(pubDateMs, timeZone)}
            </p>
            {excerpt !== '' && <Excerpt text={excerpt} />}
          </Column>
        </Row>
      </Column>
    </Row>
  );
}

function Excerpt({ text: excerpt }: { text: string }) {
  return (
    <p className="ink" style={style.excerpt}>
      {splitHighlights(excerpt).map(({ text, highlighted }, index) =>
        highlighted ? (
          <span key={index} className="mark" style={style.mark}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </p>
  );
}

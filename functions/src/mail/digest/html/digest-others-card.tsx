import { DigestLink } from './digest-link.tsx';
import { style } from './digest-style.ts';
import { episodesText } from '../digest-subject.ts';
import { DigestTable } from './digest-table.tsx';
import type { ShownOther } from '../shown-digest.ts';

/** The keywords with new episodes for which there is no room for a section. */
export function DigestOthersCard({ others }: { others: readonly ShownOther[] }) {
  return (
    <>
      <DigestTable>
        <td className="card" style={style.card}>
          <h2 className="ink" style={style.keyword}>
            Also new
          </h2>
          <ul className="soft" style={style.others}>
            {others.map((other, index) => (
              <li key={index}>
                <Name {...other} />: {episodesText(other.count)}
              </li>
            ))}
          </ul>
        </td>
      </DigestTable>
      <div style={style.gap}>&nbsp;</div>
    </>
  );
}

function Name({ name, link }: ShownOther) {
  const written = <span dir="auto">{name}</span>;
  return link === null ? (
    <>“{written}”</>
  ) : (
    <DigestLink href={link} style={style.otherLink}>
      “{written}”
    </DigestLink>
  );
}

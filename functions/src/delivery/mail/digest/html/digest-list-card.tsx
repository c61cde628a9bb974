import { isOneLineEach, isRestLinked, lineText } from '../digest-subject.ts';
import type { ShownLine, ShownRow } from '../shown-line.ts';
import { DigestLink, DigestTable, Marked, TitleBeside } from './digest-elements.tsx';
import { fill, style } from './digest-style.ts';

/** Uses few attributes, because a list can have 200 alerts and the mail's size is limited. */
export function DigestListCard({
  lines,
  manageLink,
  heading,
}: {
  lines: readonly ShownLine[];
  manageLink: string;
  heading: string | null;
}) {
  const isCompact = isOneLineEach(lines);
  return (
    <>
      <DigestTable>
        <td className="card" {...fill.card} style={style.card}>
          {heading !== null && (
            <h2 className="ink" style={style.keyword}>
              {heading}
            </h2>
          )}
          <ul className="soft" style={isCompact ? style.compactList : style.list}>
            {lines.map((line, index) => (
              <li key={index} style={isCompact ? undefined : style.line}>
                <Line line={line} />
              </li>
            ))}
          </ul>
          <p className="soft" style={style.manage}>
            <DigestLink href={manageLink} style={style.link}>
              Manage your alerts
            </DigestLink>
          </p>
        </td>
      </DigestTable>
      <div style={style.gap}>&nbsp;</div>
    </>
  );
}

function Line({ line }: { line: ShownLine }) {
  const { name, link, rows } = line;
  const rest = lineText(line);
  return (
    <>
      {link === null ? (
        <b dir="auto">{name}</b>
      ) : (
        <a className="link" dir="auto" href={link} style={style.lineName}>
          {name}
        </a>
      )}
      {': '}
      {rows.length === 1
        ? rows.map((row, index) => <Row key={index} row={row} />)
        : rows.map((row, index) => (
            <div key={index} style={style.row}>
              <Row row={row} />
            </div>
          ))}
      {rows.length === 1 && rest !== '' && <br />}
      {link !== null && isRestLinked(line) ? (
        <a className="link" href={link} style={style.link}>
          {rest}
        </a>
      ) : (
        rest
      )}
    </>
  );
}

function Row({ row }: { row: ShownRow }) {
  const { title, link, around } = row;
  return (
    <>
      {link === null ? (
        <span dir="auto">{title}</span>
      ) : (
        <a className="ink" dir="auto" href={link} style={style.passingLink}>
          {title}
        </a>
      )}
      <TitleBeside row={row} />
      {around.length > 0 && (
        <>
          <br />
          <span dir="auto">
            <Marked parts={around} />
          </span>
        </>
      )}
    </>
  );
}

import { type CSSProperties, Fragment, type ReactNode } from 'react';
import type { TextPart } from '../../../../contract/index.ts';
import type { ShownRow } from '../shown-line.ts';
import { style } from './digest-style.ts';

export function DigestLink(props: { href: string; style: CSSProperties; children: ReactNode }) {
  const { href, style, children } = props;
  return (
    <a className="link" href={href} target="_blank" style={style}>
      {children}
    </a>
  );
}

/** Uses few attributes, because a mail has many such tables and its size is limited. */
export function DigestTable({ children }: { children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      border={0}
      style={{ tableLayout: 'fixed' }}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}

/** Keeps the words on one line in fewer bytes than a style. */
export function unbroken(words: string): string {
  return words.replaceAll(' ', '\u00A0');
}

export function TitleBeside({ row }: { row: ShownRow }) {
  const { podcast, published, also, listen } = row;
  return (
    <>
      {[podcast, published && unbroken(published), also].map(
        (text, index) =>
          text !== null && (
            <Fragment key={index}>
              {' · '}
              <span dir="auto">{text}</span>
            </Fragment>
          ),
      )}
      {listen !== null && (
        <>
          {' · '}
          <DigestLink href={listen.url} style={style.link}>
            {unbroken(listen.label)}
          </DigestLink>
        </>
      )}
    </>
  );
}

export function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, highlighted }, index) =>
    highlighted ? (
      <span key={index} className="mark" style={style.mark}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}

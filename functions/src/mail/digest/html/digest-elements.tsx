import type { CSSProperties, ReactNode } from 'react';

/** A link that opens in a new tab where the mail is shown in a browser. */
export function DigestLink(props: { href: string; style: CSSProperties; children: ReactNode }) {
  const { href, style, children } = props;
  return (
    <a className="link" href={href} target="_blank" style={style}>
      {children}
    </a>
  );
}

/**
 * A table of one row, as wide as the room it has, whatever its cells hold. It has few attributes,
 * because a mail holds many such tables and each byte counts.
 */
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

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

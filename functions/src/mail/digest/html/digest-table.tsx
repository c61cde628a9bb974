import type { ReactNode } from 'react';

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

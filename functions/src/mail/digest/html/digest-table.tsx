import type { ReactNode } from 'react';

/**
 * A table of one row, as wide as there is room and no wider, whatever its cells hold. Plain, because
 * a mail holds many: every attribute counts towards what it may weigh.
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

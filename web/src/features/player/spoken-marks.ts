import { type Episode, splitHighlights } from 'functions/contract';

export interface Mark {
  atS: number;
  label: string;
}

/** Quotations of known time. */
export function spokenMarks({ spoken = [] }: Episode): Mark[] {
  return spoken.flatMap(({ atMs, text }) =>
    atMs === null ? [] : [{ atS: atMs / 1000, label: plain(text) }],
  );
}

function plain(quotation: string): string {
  return splitHighlights(quotation)
    .map(({ text }) => text)
    .join('');
}

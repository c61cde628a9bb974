import { type Episode, splitHighlights } from 'functions/contract';

export interface Mark {
  atS: number;
  label: string;
}

/** Marks the quotations whose time is known. */
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

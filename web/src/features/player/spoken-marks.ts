import { type Episode, splitHighlights } from 'functions/contract';

/** A place in an episode that the bar marks. */
export interface Mark {
  /** Seconds from the beginning. */
  atS: number;
  /** What is there, in words. */
  label: string;
}

/** The places where it is said, as far as their times are known. */
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

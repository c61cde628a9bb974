const unitsMs = new Map([
  ['d', 24 * 60 * 60 * 1000],
  ['h', 60 * 60 * 1000],
  ['m', 60 * 1000],
]);

const age = /^ago ((?:\d+[dhm] )*\d+[dhm])( iso)?$/;

/**
 * Replaces `{{base}}`, `{{ago 2d 4h 30m}}` (an RSS date) and `{{ago 2d iso}}` (an Atom date). Throws for any other
 * placeholder.
 */
export function fillPlaceholders(text: string, { base, now }: { base: string; now: Date }): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (placeholder, name: string) => {
    if (name === 'base') return base;
    const [, span, iso] = age.exec(name) ?? [];
    if (!span) throw new Error(`Unknown placeholder ${placeholder}`);
    const moment = new Date(now.getTime() - spanMs(span));
    return iso ? moment.toISOString() : moment.toUTCString();
  });
}

function spanMs(span: string): number {
  return span
    .split(' ')
    .map((part) => Number.parseInt(part, 10) * (unitsMs.get(part.slice(-1)) ?? 0))
    .reduce((sum, ms) => sum + ms, 0);
}

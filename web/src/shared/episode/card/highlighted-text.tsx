import { inOneLine, splitHighlights } from 'functions/contract';

/** Text with `>>>matches<<<` as mark elements; everything else is plain text, never markup. */
export function HighlightedText({ text }: { text: string }) {
  return splitHighlights(inOneLine(text)).map((part, index) =>
    part.highlighted ? (
      <mark key={index} className="rounded-[0.2em] bg-mark px-[0.12em] text-on-mark">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

import { inOneLine, splitHighlights } from 'functions/contract';

/** Renders `>>>matches<<<` as mark elements, and everything else as plain text, never as markup. */
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

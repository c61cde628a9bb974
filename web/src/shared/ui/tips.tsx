interface TipsProps {
  tips: readonly string[];
  /** One level below the heading of the surrounding part of the page. */
  heading: 'h2' | 'h3';
}

export function Tips({ tips, heading: Heading }: TipsProps) {
  return (
    <section
      aria-label="Tips"
      className="rounded-2xl bg-sunken p-5 text-[0.9375rem] leading-relaxed text-soft"
    >
      <Heading className="font-semibold text-ink">Tips</Heading>
      <ul className="mt-2 list-disc space-y-1.5 pl-5">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </section>
  );
}

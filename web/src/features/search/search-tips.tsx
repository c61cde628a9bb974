import { CaseSensitive, Quote, Tags, type LucideIcon } from 'lucide-react';
import { EXAMPLE_ACCENTS, EXAMPLE_PHRASE } from '#content/subject.ts';

interface Tip {
  icon: LucideIcon;
  title: string;
  text: string;
}

const TIPS: Tip[] = [
  {
    icon: Tags,
    title: 'One word or many',
    text: 'Separate keywords with commas. An episode that mentions any of them is found.',
  },
  {
    icon: Quote,
    title: 'Phrases stay together',
    text: `Several words between commas are one phrase: “${EXAMPLE_PHRASE.phrase}” does not find “${EXAMPLE_PHRASE.turned}”.`,
  },
  {
    icon: CaseSensitive,
    title: 'Spelling made easy',
    text: `Capitals and accents make no difference: “${EXAMPLE_ACCENTS.plain}” finds “${EXAMPLE_ACCENTS.written}”.`,
  },
];

export function SearchTips() {
  return (
    <section
      aria-label="How search works"
      className="mx-auto grid max-w-5xl gap-8 px-4 pt-14 sm:grid-cols-3 sm:gap-10 sm:px-6 sm:pt-20"
    >
      {TIPS.map(({ icon: Icon, title, text }) => (
        <div key={title}>
          <Icon aria-hidden className="size-6 text-link" strokeWidth={1.75} />
          <h2 className="mt-3 font-semibold tracking-title">{title}</h2>
          <p className="mt-1.5 text-[0.9375rem] leading-relaxed text-soft">{text}</p>
        </div>
      ))}
    </section>
  );
}

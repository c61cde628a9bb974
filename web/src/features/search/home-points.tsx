import { site } from '#shared/site.ts';

const POINTS = [
  {
    name: 'Hears what is said',
    text: 'It searches transcripts, not only titles and show notes.',
  },
  {
    name: 'Jumps to the second',
    text: 'Play an episode from the moment your words are said.',
  },
  {
    name: 'One quiet email',
    text: 'New episodes come in one email a day, or as often as you like.',
    needsAccount: true,
  },
];

export function HomePoints() {
  const points = POINTS.filter(({ needsAccount }) => !needsAccount || site.hasAccounts);
  return (
    <ul className="grid gap-x-6 gap-y-3 px-1 pt-3 sm:grid-cols-3 sm:pt-4">
      {points.map(({ name, text }) => (
        <li key={name} className="border-l-2 border-accent pl-3">
          <p className="font-semibold tracking-title">{name}</p>
          <p className="mt-0.5 text-sm leading-snug text-soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}

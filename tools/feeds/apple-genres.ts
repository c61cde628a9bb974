/** Apple's numbers of the genres of podcasts (November 2026). Subgenres have numbers, too. */
export const GENRES: Readonly<Record<string, string>> = {
  all: '26',
  arts: '1301',
  business: '1321',
  comedy: '1303',
  education: '1304',
  fiction: '1483',
  government: '1511',
  health: '1512',
  history: '1487',
  kids: '1305',
  leisure: '1502',
  music: '1310',
  news: '1489',
  religion: '1314',
  science: '1533',
  society: '1324',
  sports: '1545',
  technology: '1318',
  'true-crime': '1488',
  'tv-film': '1309',
};

export interface Chart {
  /** Two letters in lower case. */
  country: string;
  /** Apple's number. */
  genre: string;
  /** As typed. */
  name: string;
}

/** A second a chart, and at most two for its look-ups. */
const MAX_CHARTS = 100;

/**
 * Reads lists such as `us,gb` and `technology,1493`. Charts of one country do not follow each other, so that a country
 * without charts fails once at a time. Throws a sentence for what is no country or genre.
 */
export function chartsOf(countries: string, genres: string): Chart[] {
  const wanted = partsOf(genres).map((name) => {
    const genre = Object.hasOwn(GENRES, name) ? GENRES[name] : name;
    if (genre !== undefined && /^\d{1,9}$/.test(genre)) return { genre, name };
    throw new Error(
      `"${name}" is no genre: ${Object.keys(GENRES).join(', ')} or a number of Apple`,
    );
  });
  const places = partsOf(countries);
  for (const country of places)
    if (!/^[a-z]{2}$/.test(country))
      throw new Error(`"${country}" is no country: two letters, such as us or de`);
  const charts = wanted.flatMap((genre) => places.map((country) => ({ country, ...genre })));
  if (charts.length > 0 && charts.length <= MAX_CHARTS) return charts;
  throw new Error(`Name from 1 to ${MAX_CHARTS} charts: countries times genres`);
}

function partsOf(text: string): string[] {
  const parts = text.toLowerCase().split(',');
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

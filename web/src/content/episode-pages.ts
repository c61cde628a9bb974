export interface EpisodeAddress {
  show: string;
  id: string;
}

/** Null if the path is not of an episode's page. */
export function episodeAt(pathname: string): EpisodeAddress | null {
  const [, show, id] = /^\/episode\/([0-9a-f]{20})\/([0-9a-f]{32})$/.exec(pathname) ?? [];
  return show === undefined || id === undefined ? null : { show, id };
}

/** The second of `?t=953`; undefined if it is missing or invalid. */
export function secondIn(query: string, most = 172_800): number | undefined {
  const [, digits] = /^(\d{1,6})$/.exec(new URLSearchParams(query).get('t') ?? '') ?? [];
  return digits === undefined ? undefined : Math.min(Number(digits), most);
}

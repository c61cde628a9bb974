/** Lines of the functions' log that are counted. */
export interface CountedLines {
  /** Name of the log-based metric. */
  metric: string;
  /** In Cloud Logging's language; `log-filter.ts` understands it, too. */
  filter: string;
  /** Fields of the lines by which they are counted apart. */
  by?: readonly string[];
}

export type Condition =
  /** More than so many lines within the minutes. */
  | { kind: 'more'; lines: CountedLines; than: number; minutes: number }
  /** No line within the minutes. */
  | { kind: 'none'; lines: CountedLines; minutes: number }
  /** More than this share of the others within the minutes. */
  | { kind: 'share'; lines: CountedLines; of: CountedLines; above: number; minutes: number }
  /** An address of the site does not answer, or without the text. */
  | { kind: 'down'; path: string; contains: string };

export interface Alarm {
  name: string;
  /** When it is raised, for people. */
  when: string;
  /** All of them must hold. */
  conditions: readonly Condition[];
  /** What to do. */
  doing: string;
}

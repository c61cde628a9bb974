/** Lines of the functions' log that an alarm counts. */
export interface CountedLines {
  /** Name of the log-based metric. */
  metric: string;
  /** A filter in Cloud Logging's language; it must be one that `log-filter.ts` understands, too. */
  filter: string;
  /** Fields that divide the lines into separate counts. */
  by?: readonly string[];
}

export type Condition =
  /** More than `than` lines within the minutes. */
  | { kind: 'more'; lines: CountedLines; than: number; minutes: number }
  /** No line within the minutes. */
  | { kind: 'none'; lines: CountedLines; minutes: number }
  /** More than the share `above` (0 to 1): lines divided by the lines `of`, both counted within the minutes. */
  | { kind: 'share'; lines: CountedLines; of: CountedLines; above: number; minutes: number }
  /** An address of the site does not answer, or its response lacks the text. */
  | { kind: 'down'; path: string; contains: string };

export interface Alarm {
  name: string;
  /** The alarm's condition, for people. */
  when: string;
  /** The alarm goes off when all of them hold. */
  conditions: readonly Condition[];
  /** What the operator must do. */
  doing: string;
}

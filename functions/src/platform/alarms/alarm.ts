/** Lines of the functions' log that are counted. */
export interface CountedLines {
  /** Name of the log-based metric. */
  metric: string;
  /** In Cloud Logging's language; `log-filter.ts` understands it, too. */
  filter: string;
  /** Fields that divide the lines into separate counts. */
  by?: readonly string[];
}

export type Condition =
  /** More than `than` lines within the minutes. */
  | { kind: 'more'; lines: CountedLines; than: number; minutes: number }
  /** No line within the minutes. */
  | { kind: 'none'; lines: CountedLines; minutes: number }
  /** Within the minutes, the lines are more than the share `above` of the lines `of`. */
  | { kind: 'share'; lines: CountedLines; of: CountedLines; above: number; minutes: number }
  /** An address of the site does not answer, or its response lacks the text. */
  | { kind: 'down'; path: string; contains: string };

export interface Alarm {
  name: string;
  /** The alarm's condition, for people. */
  when: string;
  /** All of them must hold. */
  conditions: readonly Condition[];
  /** What the operator must do. */
  doing: string;
}

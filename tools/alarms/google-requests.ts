import type { Alarm, Condition, CountedLines } from '../../functions/src/platform/alarms/alarm.ts';

/** Label of everything that the command creates; a later run finds its entries by this label. */
export const LABEL = 'earshot';
const PREFIX = 'earshot-';
const FUNCTIONS = 'resource.type="cloud_run_revision"';

export interface LogMetric {
  name: string;
  description: string;
  filter: string;
  metricDescriptor: object;
  labelExtractors: Record<string, string>;
}

/** The log-based metrics of alarms, each once. */
export function logMetrics(alarms: readonly Alarm[]): LogMetric[] {
  const lines = alarms.flatMap(({ conditions }) => conditions.flatMap(linesOf));
  return [...new Map(lines.map((each) => [each.metric, logMetric(each)])).values()];
}

function linesOf(condition: Condition): CountedLines[] {
  if (condition.kind === 'down') return [];
  return condition.kind === 'share' ? [condition.lines, condition.of] : [condition.lines];
}

function logMetric({ metric, filter, by = [] }: CountedLines): LogMetric {
  return {
    name: PREFIX + metric,
    description: 'Made by `npm run alarms` of Earshot.',
    filter: `${FUNCTIONS} AND ${filter}`,
    metricDescriptor: {
      metricKind: 'DELTA',
      valueType: 'INT64',
      unit: '1',
      labels: by.map((key) => ({ key, valueType: 'STRING' })),
    },
    labelExtractors: Object.fromEntries(
      by.map((field) => [field, `EXTRACT(jsonPayload.${field})`]),
    ),
  };
}

export interface UptimeCheck {
  displayName: string;
  userLabels: Record<string, string>;
}

/** The uptime checks that alarms need: one for each path of the site that must answer. */
export function uptimeChecks(
  alarms: readonly Alarm[],
  project: string,
  siteUrl: string,
): UptimeCheck[] {
  return alarms.flatMap(({ name, conditions }) =>
    conditions.flatMap((condition) =>
      condition.kind === 'down' ? [uptimeCheck(name, condition, { project, siteUrl })] : [],
    ),
  );
}

function uptimeCheck(
  name: string,
  { path, contains }: Extract<Condition, { kind: 'down' }>,
  { project, siteUrl }: { project: string; siteUrl: string },
) {
  return {
    displayName: `Earshot ${name}`,
    monitoredResource: {
      type: 'uptime_url',
      labels: { project_id: project, host: new URL(siteUrl).host },
    },
    httpCheck: { path, port: 443, useSsl: true, validateSsl: true },
    contentMatchers: [{ content: contains, matcher: 'CONTAINS_STRING' }],
    period: '300s',
    timeout: '30s',
    userLabels: { [LABEL]: name },
  };
}

export interface AlertPolicy {
  displayName: string;
  userLabels: Record<string, string>;
}

/**
 * The alert policy of an alarm.
 * @param channel Resource name of the notification channel.
 * @param checkId Id of the alarm's uptime check, if it has one.
 */
export function alertPolicy(
  { name, when, conditions, doing }: Alarm,
  channel: string,
  checkId: string,
): AlertPolicy & Record<string, unknown> {
  return {
    displayName: `Earshot ${name}`,
    documentation: { content: `Raised when ${when}.\n\n${doing}`, mimeType: 'text/markdown' },
    userLabels: { [LABEL]: name },
    combiner: 'AND',
    conditions: conditions.map((condition) => ({
      displayName: conditionName(condition),
      conditionThreshold: threshold(condition, checkId),
    })),
    notificationChannels: [channel],
    alertStrategy: { autoClose: '86400s' },
    enabled: true,
  };
}

function conditionName(condition: Condition): string {
  return condition.kind === 'down'
    ? `down ${condition.path}`
    : `${condition.kind} ${condition.lines.metric}`;
}

function threshold(condition: Condition, checkId: string): object {
  if (condition.kind === 'down') return failedChecks(checkId);
  const { lines, minutes } = condition;
  const counted = { filter: metricFilter(lines), aggregations: [sumOver(minutes, lines.by)] };
  switch (condition.kind) {
    case 'more':
      return {
        ...counted,
        comparison: 'COMPARISON_GT',
        thresholdValue: condition.than,
        duration: '0s',
      };
    case 'none':
      // If no line was logged, the count may be 0 or absent; both set off the alarm.
      return {
        ...counted,
        comparison: 'COMPARISON_LT',
        thresholdValue: 1,
        duration: '60s',
        evaluationMissingData: 'EVALUATION_MISSING_DATA_ACTIVE',
      };
    case 'share':
      return {
        ...counted,
        denominatorFilter: metricFilter(condition.of),
        denominatorAggregations: [sumOver(minutes)],
        comparison: 'COMPARISON_GT',
        thresholdValue: condition.above,
        duration: '0s',
      };
  }
}

function metricFilter({ metric }: CountedLines): string {
  return `metric.type="logging.googleapis.com/user/${PREFIX}${metric}" AND ${FUNCTIONS}`;
}

function sumOver(minutes: number, by: readonly string[] = []): object {
  return {
    alignmentPeriod: `${minutes * 60}s`,
    perSeriesAligner: 'ALIGN_SUM',
    crossSeriesReducer: 'REDUCE_SUM',
    groupByFields: by.map((field) => `metric.label.${field}`),
  };
}

/**
 * The condition that a check fails from at least two locations within 20 minutes, the default of Google's
 * console.
 */
function failedChecks(checkId: string): object {
  const check = 'metric.type="monitoring.googleapis.com/uptime_check/check_passed"';
  return {
    filter: `${check} AND metric.label.check_id="${checkId}" AND resource.type="uptime_url"`,
    aggregations: [
      {
        alignmentPeriod: '1200s',
        perSeriesAligner: 'ALIGN_NEXT_OLDER',
        crossSeriesReducer: 'REDUCE_COUNT_FALSE',
        groupByFields: ['resource.label.project_id', 'resource.label.host'],
      },
    ],
    comparison: 'COMPARISON_GT',
    thresholdValue: 1,
    duration: '60s',
  };
}

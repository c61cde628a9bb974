import { stripVTControlCharacters } from 'node:util';
import type { FeedReport } from '../../functions/src/catalogue/refresh/refresh-feed.ts';

const LONGEST_NAME = 60;

/** The end of a long address tells feeds of one host apart. */
function shortened(name: string): string {
  const plain = stripVTControlCharacters(name);
  return plain.length <= LONGEST_NAME ? plain : `…${plain.slice(1 - LONGEST_NAME)}`;
}

function droppedText(report: FeedReport): string {
  const reasons = Object.entries(report.dropped).filter(([, count]) => count > 0);
  const sum = reasons.reduce((total, [, count]) => total + count, 0);
  if (sum === 0) return '0';
  return `${sum} (${reasons.map(([reason, count]) => `${count} ${reason}`).join(', ')})`;
}

function statusText({ status, code, message }: FeedReport): string {
  return status === 'failed' ? `failed: ${code ?? ''} ${message ?? ''}`.trim() : status;
}

/** What a refresh did with each feed, as an aligned table with a line of sums. */
export function feedTable(reports: readonly FeedReport[]): string {
  const sum = (key: 'new' | 'updated') =>
    reports.reduce((total, report) => total + report[key], 0).toString();
  const refreshed = reports.filter(({ status }) => status !== 'failed').length;
  const rows = [
    ['feed', 'new', 'updated', 'dropped', 'status'],
    ...reports.map((report) => [
      shortened(report.feed),
      `${report.new}`,
      `${report.updated}`,
      droppedText(report),
      statusText(report),
    ]),
    [`${refreshed} of ${reports.length} feeds`, sum('new'), sum('updated'), '', ''],
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

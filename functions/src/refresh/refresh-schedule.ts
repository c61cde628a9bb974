import { onSchedule } from 'firebase-functions/v2/scheduler';
import { HOUR_MS } from '../contract/index.ts';
import { config } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { REGION, secretsOf } from '../platform/runtime-options.ts';
import { startAlerts } from '../platform/start-alerts.ts';
import { explainUntranscribed } from '../catalogue/store/untranscribed-store.ts';
import type { WritableCatalogue } from '../catalogue/catalogue.ts';
import { transcribeShows } from '../transcription/choose/transcribe-shows.ts';
import { transcriptionAccess } from '../transcription/transcription-access.ts';
import { queueTranscription } from '../transcription/transcription-task.ts';
import { countedTopics } from '../platform/public-pages.ts';
import { hubAccess } from '../hubs/hub-access.ts';
import { takeReportedFeeds } from '../hubs/firestore-subscriptions.ts';
import { recordVain } from './early-refresh.ts';
import { loadFeedList } from './feed-list.ts';
import { firestoreFollowedShows } from './followed-shows.ts';
import { firestorePeople } from './transcription-people.ts';
import { refreshCatalogue as refresh, type RefreshSummary } from './refresh-catalogue.ts';
import { FEEDS_PER_TASK, queueRefresh } from './refresh-task.ts';
import { holdRefresh, releaseRefresh } from './refresh-lease.ts';
import { logFailures, logSize, unreadFields, webRefresh } from './scheduled-refresh.ts';
import { catalogueKind } from '../catalogue/file/open-catalogue.ts';
import { updateCatalogue } from '../catalogue/file/update-catalogue.ts';

const TIMEOUT_SECONDS = 540;
/** No feed is started after this time, so that the run ends before its timeout. The next run takes the rest. */
const STOP_AFTER_MS = (TIMEOUT_SECONDS - 60) * 1000;
/** A feed that has been due for longer is late: there are more feeds than the runs can refresh. */
const LATE_MS = HOUR_MS;

/**
 * A failing feed is only logged, even if all feeds fail. The function fails if there is no feed list or the
 * catalogue cannot be written.
 */
export const refreshCatalogue = onSchedule(
  {
    schedule: '5-59/15 * * * *',
    region: REGION,
    memory: '1GiB',
    timeoutSeconds: TIMEOUT_SECONDS,
    maxInstances: 1,
    retryCount: 0,
    secrets: [...secretsOf('catalogue'), ...secretsOf('transcription')],
  },
  async () => {
    const { CATALOGUE_URL, FEEDS, FUNCTIONS_EMULATOR: emulated } = config();
    const isShared = catalogueKind(CATALOGUE_URL) === 'postgres';
    const list = await loadFeedList(FEEDS, webRefresh(Date.now()), Date.now());
    const topics = countedTopics();
    const signal = AbortSignal.timeout(STOP_AFTER_MS);
    const hubs = hubAccess();
    const untilMs = Date.now() + TIMEOUT_SECONDS * 1000;
    if (hubs !== null) await holdRefresh(untilMs);
    const reported = hubs === null ? [] : await takeReportedFeeds(Date.now());
    const refreshOne = async (catalogue: WritableCatalogue) => {
      // Reads the clock here, because new episodes must be later than a write that another process may just
      // have made.
      const now = Date.now();
      const run = () =>
        refresh({
          ...webRefresh(now),
          catalogue,
          feeds: list.feeds,
          now,
          signal,
          followed: firestoreFollowedShows,
          reported: reported.map(({ feedUrl }) => feedUrl),
          hubs,
          transcribe,
          topics,
          // In the emulators, a manual refresh must show what was just published.
          everyFeed: emulated,
          leaveToOthers: async ({ due }) => {
            if (!isShared || due <= FEEDS_PER_TASK) return false;
            await queueRefresh(due, now);
            return true;
          },
        });
      const checkAndRun = async () => {
        await catalogue.check();
        return run();
      };
      return checkAndRun().catch((error: unknown) => {
        if (!catalogue.isDamaged(error)) throw error;
        log('error', 'catalogue-damaged');
        catalogue.startAnew();
        return run();
      });
    };
    const isWorthStoring = (done: RefreshSummary) => done.isWorthStoring;
    const summary = await updateCatalogue(CATALOGUE_URL, refreshOne, { isWorthStoring }).finally(
      () => (hubs === null ? undefined : releaseRefresh(untilMs)),
    );
    if (hasNews(summary)) await startAlerts(Date.now());
    // Tasks read the others.
    const read = new Set(summary.reports.map(({ feed }) => feed));
    await recordVain(
      reported.filter(({ feedUrl }) => read.has(feedUrl)),
      summary.reports,
    );
    logSummary(summary, list.leftOut);
  },
);

function hasNews({
  new: added,
  updated,
  transcribed,
  transcripts,
  chapters,
}: RefreshSummary): boolean {
  return added + updated + transcribed + transcripts.read + chapters.read > 0;
}

async function transcribe(catalogue: WritableCatalogue, now: number): Promise<number> {
  const access = transcriptionAccess();
  if (access === null) {
    await catalogue.write(() => explainUntranscribed([]));
    return 0;
  }
  const transcription = { ...access, people: firestorePeople, queue: queueTranscription };
  return transcribeShows(catalogue, transcription, now);
}

function logSummary(summary: RefreshSummary, leftOut: number): void {
  const {
    reports,
    queue,
    new: added,
    updated,
    removed,
    transcribed,
    transcripts,
    chapters,
  } = summary;
  const failed = logFailures(reports);
  const severity = failed > 0 && failed === reports.length ? 'error' : 'info';
  log(severity, 'catalogue-refreshed', {
    ...queue,
    asked: reports.length,
    leftOut,
    new: added,
    updated,
    failed,
    removed,
    heard: transcribed,
    ...unreadFields(reports),
    transcripts,
    chapters,
  });
  logSize(summary);
  if (queue.lateMs > LATE_MS) log('warn', 'feeds-late', { ...queue });
}

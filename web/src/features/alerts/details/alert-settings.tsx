import {
  alertLabel,
  alertName,
  type AlertQuery,
  DAY_MS,
  hasQuerySyntax,
  isWholeShow,
  PAUSE_DAYS,
  speakerOf,
  speaksQuery,
} from 'functions/contract';
import { useAlertActions } from '#features/alerts/list/alert-actions.ts';
import { GoesTo } from '#features/alerts/goes-to/goes-to.tsx';
import { pausedText } from '#features/alerts/list/alert-facts.ts';
import { ExcludedTerms } from '#features/alerts/list/excluded-terms.tsx';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { FormerSigns } from './former-signs.tsx';
import { Choice, Press, Segments } from './setting.tsx';
import { MeaningChoice } from './meaning-choice.tsx';
import { MatchesAMonth } from './matches-a-month.tsx';
import { showsToExclude, titlesOnly } from './narrower-keywords.ts';
import type { ReportState } from './use-alert-report.ts';
import { CATEGORIES } from '#content/categories.ts';
import { ROSTER } from '#content/roster.ts';
import { isSameKeyword } from '#features/alerts/create/keyword-problem.ts';
import { topicIntent } from '#features/alerts/pending-alert/topic-intent.ts';

interface AlertSettingsProps {
  alert: SavedAlert;
  state: ReportState;
}

/** Requires an `AlertList`. */
export function AlertSettings({ alert, state }: AlertSettingsProps) {
  const { busy, add, replace, excludeTerm } = useAlertActions();
  const alerts = useAlerts();
  const saved = alerts.status === 'ready' ? alerts.items : [];
  const names = otherNames(alertName(alert), saved.map(alertName));
  const matched = state.status === 'matched' ? state : null;
  const person = personOf(alert);
  const titles = matched ? titlesOnly(alert) : null;
  const without = matched ? showsToExclude(alert, matched.report) : [];
  const meant = state.status === 'silent' && !state.older ? state.meant : [];
  return (
    <>
      <FormerSigns alert={alert} />
      <Narrowing alert={alert} />
      <MeaningChoice
        keyword={alert.keyword}
        spoken={alert.spoken}
        onlyAbout={alert.onlyAbout}
        disabled={busy}
        onChoose={(keyword) => replace(alert, keyword)}
      />
      {person !== null && (
        <Segments
          label="When they"
          disabled={busy}
          isSecond={speakerOf(alert) !== null}
          options={['Are named or speak', 'Speak']}
          onChoose={(isSpeaking) => replace(alert, isSpeaking ? speaksQuery(person) : person)}
        />
      )}
      <ExcludedTerms alert={alert} />
      {meant.length > 0 && (
        <Choice label="Try instead">
          {meant.map((keyword) => (
            <Press key={keyword} disabled={busy} onClick={() => replace(alert, keyword)}>
              {keyword}
            </Press>
          ))}
        </Choice>
      )}
      {(titles !== null || without.length > 0) && (
        <Choice label="Narrow it">
          {titles !== null && (
            <Press disabled={busy} onClick={() => replace(alert, titles)}>
              Only in titles
            </Press>
          )}
          {without.map(({ label, term }) => (
            <Press key={term} disabled={busy} onClick={() => excludeTerm(alert, term)}>
              {label}
            </Press>
          ))}
        </Choice>
      )}
      {names.length > 0 && (
        <Choice label="Also known as">
          {names.map((name) => (
            <Press key={name} disabled={busy} onClick={() => add(alert, name)}>
              Add “{name}”
            </Press>
          ))}
        </Choice>
      )}
      <PauseChoice alert={alert} />
    </>
  );
}

/** The first button stays and keeps the focus. */
function PauseChoice({ alert }: { alert: SavedAlert }) {
  const { busy, pause, resume } = useAlertActions();
  const paused = pausedText(alert) !== null;
  const label = alertLabel(alert);
  return (
    <div className="flex flex-wrap gap-2">
      <Press
        disabled={busy}
        aria-label={`${paused ? 'Resume' : 'Pause'} alert for ${label}`}
        onClick={() => (paused ? resume : pause)(alert)}
      >
        {paused ? 'Resume alert' : 'Pause alert'}
      </Press>
      {!paused && (
        <Press
          disabled={busy}
          aria-label={`Pause for ${PAUSE_DAYS} days: alert for ${label}`}
          onClick={() => pause(alert, Date.now() + PAUSE_DAYS * DAY_MS)}
        >
          Pause for {PAUSE_DAYS} days
        </Press>
      )}
    </div>
  );
}

function Narrowing({ alert }: { alert: SavedAlert }) {
  const { busy, chooseOnlyAbout, chooseSpoken } = useAlertActions();
  const { spoken = true, onlyAbout = false } = alert;
  return (
    <>
      {(!isWholeShow(alert) || onlyAbout) && (
        <Segments
          label="Alert me for"
          disabled={busy}
          isSecond={onlyAbout}
          options={['Any mention', 'Main topic only']}
          onChoose={(isOnly) => chooseOnlyAbout(alert, isOnly)}
        />
      )}
      <Segments
        label="Search in"
        disabled={busy}
        isSecond={!spoken}
        options={['Notes and transcripts', 'Notes only']}
        onChoose={(isNotes) => chooseSpoken(alert, !isNotes)}
      />
      <GoesTo alert={alert} />
      <MatchesAMonth alert={alert} />
    </>
  );
}

/** A name of two words or more, with capitals. */
const FULL_NAME = /^\p{Lu}\S*(?: \p{Lu}\S*){1,3}$/u;

/** The person whom the alert is about, as far as its keyword tells; null for others. */
export function personOf(alert: AlertQuery): string | null {
  const speaker = speakerOf(alert);
  if (speaker !== null) return speaker;
  const { keyword } = alert;
  const isPerson = ROSTER.some(
    ({ prefix, keywords }) =>
      CATEGORIES[prefix].schemaType === 'Person' &&
      keywords.some((known) => isSameKeyword(known, keyword)),
  );
  return isPerson || (FULL_NAME.test(keyword) && !hasQuerySyntax(keyword)) ? keyword : null;
}

/** Returns the other names of a keyword's topic that have no alert yet. */
export function otherNames(keyword: string, followed: readonly string[]): string[] {
  const topic = ROSTER.find(({ name, keywords }) =>
    [name, ...keywords].some((known) => isSameKeyword(known, keyword)),
  );
  if (topic === undefined) return [];
  const { keywords, otherNames: others } = topicIntent([keyword, ...topic.keywords]);
  return others.filter(
    (name) => ![...keywords, ...followed].some((known) => isSameKeyword(known, name)),
  );
}

import {
  asTyped,
  type AlertChoice,
  choiceSentences,
  describeAlert,
  needsSentence,
} from 'functions/contract';
import { BellPlus, ChevronDown, CircleCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { MemberArea } from '#shared/data/member-area.tsx';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { ChannelHint } from './channel-hint.tsx';
import { AlertPlace } from './alert-place.tsx';
import { MeaningChoice } from '#features/alerts/details/meaning-choice.tsx';
import { relatedTopics } from './related-topics.ts';
import { useAddAlerts } from './use-add-alerts.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { TextLink } from '#shared/ui/text-link.tsx';
import { isSameAlert } from './keyword-problem.ts';

interface AlertCreationPanelProps {
  keywords: readonly string[];
  /** Options of the search, which new alerts adopt. */
  choice?: AlertChoice;
  onSearch: (keywords: string[]) => void;
  verify?: ReactNode;
}

export function AlertCreationPanel(props: AlertCreationPanelProps) {
  return (
    <MemberArea fallback={<AlertPlace />}>
      <Panel key={[...props.keywords, ...choiceSentences(props.choice ?? {})].join()} {...props} />
    </MemberArea>
  );
}

function Panel({ keywords: searched, choice = {}, onSearch, verify }: AlertCreationPanelProps) {
  const [meant, setMeant] = useState<string | null>(null);
  const keywords = meant === null ? searched : [meant];
  const [only = '', ...others] = keywords;
  const [expanded, setExpanded] = useState(false);
  const [refused, setRefused] = useState(false);
  const [created, setCreated] = useState(false);
  const { status, add, failureText } = useAddAlerts();
  const bodyId = useId();

  function create() {
    setRefused(keywords.length === 0);
    if (keywords.length === 0) return;
    add(keywords, () => setCreated(true), choice);
  }

  if (created) {
    return (
      <section className={FRAME}>
        <p
          ref={takeLostFocus}
          tabIndex={-1}
          role="status"
          className="flex items-center gap-3 font-semibold outline-none"
        >
          <CircleCheck aria-hidden className="size-6 text-link" />
          Alerts Created!
        </p>
        <div className="mt-2 empty:hidden">
          <ChannelHint />
        </div>
        {verify !== undefined && <div className="mt-4 empty:hidden">{verify}</div>}
        <TextButton
          className="mt-3"
          onClick={() => {
            setCreated(false);
            setExpanded(false);
          }}
        >
          Create another alert
        </TextButton>
      </section>
    );
  }

  return (
    <section className={FRAME}>
      <Existing keywords={keywords} />
      <button
        type="button"
        aria-expanded={expanded}
        aria-controls={bodyId}
        onClick={() => setExpanded(!expanded)}
        className="flex w-full items-center gap-3 rounded-lg text-left font-semibold max-sm:text-[0.9375rem]"
      >
        <BellPlus aria-hidden className="size-6 shrink-0 text-link" strokeWidth={1.75} />
        <span className="flex-1">Create alerts for this search</span>
        <ChevronDown
          aria-hidden
          className={expanded ? 'size-5 rotate-180 text-soft' : 'size-5 text-soft'}
        />
      </button>
      <div id={bodyId} hidden={!expanded} className="mt-4 space-y-4">
        <Watched keywords={keywords} choice={choice} />
        {expanded && others.length === 0 && (
          <div className="text-sm leading-relaxed text-soft">
            <MeaningChoice keyword={only} {...choice} onChoose={setMeant} />
          </div>
        )}
        <FailureNotice text={refused ? NOTHING_SEARCHED : failureText()} />
        <p role="status" className={status === 'waiting' ? undefined : 'sr-only'}>
          {status === 'waiting' && WAITING}
        </p>
        <Button disabled={status === 'busy' || status === 'waiting'} onClick={create}>
          {status === 'busy' ? 'Creating...' : createText(keywords.length)}
        </Button>
        <RelatedTopics keywords={searched} onSearch={onSearch} />
      </div>
    </section>
  );
}

function Existing({ keywords }: { keywords: readonly string[] }) {
  const alerts = useAlerts();
  const saved = alerts.status === 'ready' ? alerts.items : [];
  const known = keywords.filter((each) => saved.some((alert) => isSameAlert(alert, each)));
  if (known.length === 0) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2 text-[0.9375rem]">
      <CircleCheck aria-hidden className="size-5 shrink-0 text-link" />
      <span>
        {known.length === keywords.length
          ? 'You have an alert for this'
          : `You have an alert for “${known.join('”, “')}”`}
      </span>
      <TextLink to="/alerts">My Alerts</TextLink>
    </p>
  );
}

/** Describes each alert in a sentence if any keyword has query syntax. */
function Watched({ keywords, choice }: { keywords: readonly string[]; choice: AlertChoice }) {
  if (keywords.some(needsSentence)) {
    return (
      <div className="text-[0.9375rem] leading-relaxed text-soft">
        <p>Get an email about new episodes:</p>
        <ul className="list-disc pl-5 wrap-anywhere">
          {keywords.map((keyword) => (
            <li key={keyword}>{describeAlert({ ...asTyped(keyword), ...choice })}</li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <p className="text-[0.9375rem] leading-relaxed text-soft">
      Get an email when a new episode mentions{' '}
      {keywords.length === 0 && <span>what you searched for</span>}
      {keywords.map((keyword, index) => (
        <span key={keyword}>
          {index > 0 && <span> or </span>}
          <strong className="font-semibold break-words text-ink">“{keyword}”</strong>
        </span>
      ))}
      <span>{['.', ...choiceSentences(choice)].join(' ')}</span>
    </p>
  );
}

function createText(count: number): string {
  return count > 1 ? `Create ${count} Alerts` : 'Create Alert';
}

const NOTHING_SEARCHED = 'Please search for keywords first to create an alert';

const WAITING = 'Waiting for the connection. Your alerts are saved as soon as it returns.';

const FRAME = 'rounded-2xl border border-line bg-surface px-4 py-3 shadow-card lg:p-5';

function RelatedTopics({
  keywords,
  onSearch,
}: Pick<AlertCreationPanelProps, 'keywords' | 'onSearch'>) {
  const topics = relatedTopics(keywords);
  if (topics.length === 0) return null;
  return (
    <div className="border-t border-line pt-4 text-sm">
      <p className="text-soft">Related topics</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {topics.map((topic) => (
          <button
            key={topic}
            type="button"
            onClick={() => onSearch([topic])}
            className="rounded-full border border-line px-3.5 py-1.5 font-medium transition-colors hover:border-field hover:bg-sunken"
          >
            {topic}
          </button>
        ))}
      </div>
    </div>
  );
}

import { type Channel, isAlertIn } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';

type ChosenAlerts = Channel['alerts'];

/** Without `chosenAtMs`, the choice is new and not yet stored. */
export type Choice = Pick<Channel, 'alerts'> & Partial<Pick<Channel, 'chosenAtMs'>>;

export function isChosen(
  { alerts, chosenAtMs }: Choice,
  { id, createdAtMs }: Pick<SavedAlert, 'id' | 'createdAtMs'>,
): boolean {
  return isAlertIn({ alerts, chosenAtMs }, id, createdAtMs);
}

/** Adds or removes an alert, and omits deleted alerts. Null if none remains, which a channel does not allow. */
export function withTick(
  chosen: Choice,
  alerts: readonly Pick<SavedAlert, 'id' | 'createdAtMs'>[],
  ticked: string,
  isTicked: boolean,
): string[] | null {
  const next = alerts
    .filter((alert) => (alert.id === ticked ? isTicked : isChosen(chosen, alert)))
    .map(({ id }) => id);
  return next.length === 0 ? null : next;
}

export function sameChoice(one: ChosenAlerts, other: ChosenAlerts): boolean {
  if (one === 'all' || other === 'all') return one === other;
  const ids = new Set(other);
  return one.length === ids.size && one.every((id) => ids.has(id));
}

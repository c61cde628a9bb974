import type { AlertItem } from '../../../contract/index.ts';
import type { ChannelDriver } from './channel-driver.ts';
import { headline, itemLines } from './message-lines.ts';

/**
 * The Teams workflow "When a Teams webhook request is received" accepts an Adaptive Card of at most 28 kB. Texts
 * are runs of a `RichTextBlock`, in which Teams does not parse Markdown.
 */
export const teams: ChannelDriver = {
  accepts: ({ hostname }) => /\.(logic\.azure\.com|api\.powerplatform\.com)$/.test(hostname),
  expected:
    'Enter the address of a Teams workflow: https://….api.powerplatform.com/… or https://….logic.azure.com/….',
  maxSize: 20_000,
  maxItems: 20,
  write: (url, message, { siteName }) => {
    const body = [
      text(headline(message, siteName), { weight: 'Bolder' }),
      ...message.items.map(itemBlock),
    ];
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body,
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    const attachments = [{ contentType, contentUrl: null, content }];
    return { url, body: JSON.stringify({ type: 'message', attachments }) };
  },
};

function itemBlock(item: AlertItem) {
  const { title, url, show, why, moment } = itemLines(item);
  const actions = [
    ...(url === null ? [] : [open('Open episode', url)]),
    ...(moment === null ? [] : [open(moment.label, moment.url)]),
  ];
  return {
    type: 'Container',
    separator: true,
    items: [
      text(title, { weight: 'Bolder' }),
      ...(show === '' ? [] : [text(show, { isSubtle: true })]),
      ...(why === '' ? [] : [text(why)]),
      ...(actions.length === 0 ? [] : [{ type: 'ActionSet', actions }]),
    ],
  };
}

function text(written: string, style: Record<string, unknown> = {}) {
  // Cards render `{{DATE(…)}}` as a date; a word joiner between the braces prevents that.
  const plain = written.replaceAll(/\{(?=\{)/g, '{\u2060');
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: plain, ...style }] };
}

function open(title: string, url: string) {
  return { type: 'Action.OpenUrl', title, url };
}

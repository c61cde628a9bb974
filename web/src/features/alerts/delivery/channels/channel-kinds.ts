import type { ChannelKind } from 'functions/contract';
import {
  Bell,
  Hash,
  type LucideIcon,
  MessageCircle,
  MonitorSmartphone,
  Rss,
  Send,
  Users,
  Webhook,
} from 'lucide-react';

interface FieldTexts {
  label: string;
  placeholder: string;
  hint: string;
}

interface KindTexts {
  name: string;
  what: string;
  icon: LucideIcon;
  /** The URL, or what `addressOf` makes it of. A private feed needs no URL, because apps fetch it. */
  fields?: readonly [FieldTexts, ...FieldTexts[]];
  addressOf?: (typed: readonly string[]) => string;
  /** Shown at a channel instead of `name`. */
  fact?: string;
  /** True if the server says why a channel ended: its service has several reasons. */
  saysWhyGone?: true;
}

export const KINDS: Record<ChannelKind, KindTexts> = {
  feed: {
    name: 'Private feed',
    what: 'For a podcast app or a feed reader',
    icon: Rss,
  },
  webhook: {
    name: 'Webhook',
    what: 'Signed JSON to your server',
    icon: Webhook,
    fields: [
      {
        label: 'Address',
        placeholder: 'https://example.com/hook',
        hint: 'An https address that accepts POST and answers within 15 seconds.',
      },
    ],
  },
  slack: {
    name: 'Slack',
    what: 'A message in Slack, Mattermost or Rocket.Chat',
    icon: Hash,
    fields: [
      {
        label: 'Webhook address',
        placeholder: 'https://hooks.slack.com/services/…',
        hint: 'In Slack, add the app “Incoming Webhooks” to a channel and copy its webhook URL. In Mattermost or Rocket.Chat, create an incoming webhook.',
      },
    ],
  },
  discord: {
    name: 'Discord',
    what: 'A message in a Discord channel',
    icon: MessageCircle,
    fields: [
      {
        label: 'Webhook address',
        placeholder: 'https://discord.com/api/webhooks/…',
        hint: 'In Discord, edit a channel, choose Integrations, Webhooks, New Webhook, and copy the URL.',
      },
    ],
  },
  teams: {
    name: 'Teams',
    what: 'A card in a Microsoft Teams channel',
    icon: Users,
    fields: [
      {
        label: 'Workflow address',
        placeholder: 'https://….logic.azure.com/…',
        hint: 'In a Teams channel, choose Workflows, “Send webhook alerts to a channel”, and copy the URL.',
      },
    ],
  },
  telegram: {
    name: 'Telegram',
    what: 'A message of your own bot',
    icon: Send,
    fields: [
      {
        label: 'Bot token',
        placeholder: '123456789:AAE…',
        hint: 'In Telegram, send /newbot to @BotFather and copy the token. Then open your bot and press Start, or add it to a group.',
      },
      {
        label: 'Chat',
        placeholder: '123456789',
        hint: 'Your own id, which @userinfobot tells you, the id of a group (-100…), or the @name of a channel where the bot is an administrator.',
      },
    ],
    addressOf: ([token = '', chat = '']) =>
      `https://api.telegram.org/bot${token}/sendMessage?chat_id=${encodeURIComponent(chat)}`,
    saysWhyGone: true,
  },
  push: {
    name: 'This browser',
    fact: 'Notifications',
    what: 'A notification on this device',
    icon: MonitorSmartphone,
    saysWhyGone: true,
  },
  ntfy: {
    name: 'ntfy',
    what: 'A notification on your phone',
    icon: Bell,
    fields: [
      {
        label: 'Topic address',
        placeholder: 'https://ntfy.sh/your-topic',
        hint: 'Choose a topic that is hard to guess: anyone who knows it can read your matches.',
      },
    ],
  },
};

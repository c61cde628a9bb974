import type { ChannelKind } from 'functions/contract';
import { Bell, Hash, type LucideIcon, MessageCircle, Rss, Users, Webhook } from 'lucide-react';

interface KindTexts {
  name: string;
  what: string;
  icon: LucideIcon;
  /** Texts of the URL field. A private feed needs no URL, because apps fetch it. */
  address?: { label: string; placeholder: string; hint: string };
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
    address: {
      label: 'Address',
      placeholder: 'https://example.com/hook',
      hint: 'An https address that accepts POST and answers within 15 seconds.',
    },
  },
  slack: {
    name: 'Slack',
    what: 'A message in Slack, Mattermost or Rocket.Chat',
    icon: Hash,
    address: {
      label: 'Webhook address',
      placeholder: 'https://hooks.slack.com/services/…',
      hint: 'In Slack, add the app “Incoming Webhooks” to a channel and copy its webhook URL. In Mattermost or Rocket.Chat, create an incoming webhook.',
    },
  },
  discord: {
    name: 'Discord',
    what: 'A message in a Discord channel',
    icon: MessageCircle,
    address: {
      label: 'Webhook address',
      placeholder: 'https://discord.com/api/webhooks/…',
      hint: 'In Discord, edit a channel, choose Integrations, Webhooks, New Webhook, and copy the URL.',
    },
  },
  teams: {
    name: 'Teams',
    what: 'A card in a Microsoft Teams channel',
    icon: Users,
    address: {
      label: 'Workflow address',
      placeholder: 'https://….logic.azure.com/…',
      hint: 'In a Teams channel, choose Workflows, “Send webhook alerts to a channel”, and copy the URL.',
    },
  },
  ntfy: {
    name: 'ntfy',
    what: 'A notification on your phone',
    icon: Bell,
    address: {
      label: 'Topic address',
      placeholder: 'https://ntfy.sh/your-topic',
      hint: 'Choose a topic that is hard to guess: anyone who knows it can read your matches.',
    },
  },
};

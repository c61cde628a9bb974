import { defineConfig } from 'vitest/config';

// What `npm run mutation` runs: the tests of the decision code that stryker.config.json lists.
export default defineConfig({
  test: {
    include: [
      'functions/src/alerts/{deliver-digest,digest-progress,due-slot,ledger,service-pause}.test.ts',
      'functions/src/alerts/{match-everybody,match-keywords,plan-digest,send-alerts}.test.ts',
      'functions/src/catalogue/{excerpt,keyword-expression}.test.ts',
      'functions/src/contract/highlight.test.ts',
      'functions/src/mail/{event-signature,sendgrid-phases,smtp-mailer,unsubscribe-token}.test.ts',
      'web/src/shared/episode/page-numbers.test.ts',
    ],
  },
});

import { defineConfig } from 'vitest/config';

// What `npm run mutation` runs: the tests of the decision code that stryker.config.json beside it lists.
export default defineConfig({
  test: {
    setupFiles: 'functions/src/test-setup.ts',
    restoreMocks: true,
    // Each of hundreds of changes is tried: the fastest engine is enough to notice one.
    // Four times the inputs of `npm test`: a rare one may be what notices a change.
    env: { TEST_ENGINES: 'SQLite', FUZZ_FACTOR: '4' },
    // As in the suites: the first run of all, which must pass, may have to share the machine.
    testTimeout: 30_000,
    include: [
      'functions/src/alerts/delivery/{deliver-digest,service-pause}.test.ts',
      'functions/src/alerts/matching/{match-alerts,query-tree}.test.ts',
      'functions/src/alerts/outbox/{digest-progress,sent-log}.test.ts',
      'functions/src/alerts/planning/{due-digest,due-slots,plan-digest}.test.ts',
      'functions/src/contract/episodes/highlight.test.ts',
      'functions/src/query/{excerpt,fts-expression}.test.ts',
      'functions/src/mail/transport/{sendgrid-mailer,sendgrid-phases,smtp-mailer,smtp-outcome}.test.ts',
      'functions/src/mail/transport/sendgrid-signature.test.ts',
      'functions/src/unsubscribe/link-token.test.ts',
      'web/src/shared/episode/results/page-numbers.test.ts',
    ],
  },
});

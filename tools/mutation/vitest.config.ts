import { defineConfig } from 'vitest/config';

// The tests that `npm run mutation` runs against the mutants of the files in stryker.config.json.
export default defineConfig({
  test: {
    setupFiles: 'functions/src/test-setup.ts',
    restoreMocks: true,
    // Only the fastest engine is used, because hundreds of mutants are tested. Property tests draw four times
    // as many inputs as usual, because only a rare input may reveal a mutant.
    env: { TEST_ENGINES: 'SQLite', FUZZ_FACTOR: '4' },
    // The first run must pass, even on a busy machine.
    testTimeout: 180_000,
    include: [
      'functions/src/alerts/delivery/{deliver-digest,service-pause}.test.ts',
      'functions/src/alerts/matching/{match-alerts,match-texts}.test.ts',
      'functions/src/alerts/outbox/{digest-progress,message-tries,sent-log}.test.ts',
      'functions/src/alerts/planning/plan-digest.test.ts',
      'functions/src/alerts/slots/{due-digest,due-slots}.test.ts',
      'functions/src/contract/episodes/highlight.test.ts',
      'functions/src/query/{excerpt,fts-expression}.test.ts',
      'functions/src/mail/transport/{sendgrid-mailer,sendgrid-phases,smtp-mailer,smtp-outcome}.test.ts',
      'functions/src/mail/transport/sendgrid-signature.test.ts',
      'functions/src/unsubscribe/link-token.test.ts',
      'web/src/shared/episode/results/page-numbers.test.ts',
    ],
  },
});

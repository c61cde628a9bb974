import { defineConfig } from 'vitest/config';

// What `npm run mutation` runs: the tests of the decision code that stryker.config.json lists.
export default defineConfig({
  test: {
    include: [
      'functions/src/catalogue/keyword-expression.test.ts',
      'functions/src/catalogue/excerpt.test.ts',
      'functions/src/contract/highlight.test.ts',
      'web/src/shared/episode/page-numbers.test.ts',
    ],
  },
});

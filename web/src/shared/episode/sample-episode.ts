/** The contract's builder, for the tests of the site. */
export { sampleEpisode } from 'functions/contract/sample-episode';

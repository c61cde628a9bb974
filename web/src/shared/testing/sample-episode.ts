export { sampleEpisode } from 'functions/contract/sample-episode';

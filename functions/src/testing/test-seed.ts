import * as fc from 'fast-check';
import { FUZZ_FACTOR } from './fuzz-runs.ts';

const SEED = 20_261_125;

// Fixed, so that a green run stays green. Only runs with more inputs, such as nightly ones, use a random seed.
if (FUZZ_FACTOR <= 1) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

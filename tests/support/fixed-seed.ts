// Property tests of `npm test` try the same values in each run, so that a failure is the change's. `npm run test:long` tries
// others (RANDOM_SEEDS=1); a failure prints its seed.
import fc from 'fast-check';

if (process.env.RANDOM_SEEDS !== '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_128 });

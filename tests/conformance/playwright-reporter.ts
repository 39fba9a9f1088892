import { join, relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { keepResults, resultOf } from './results.ts';

const root = join(import.meta.dirname, '../..');

/** Records the results of a Playwright run. `TEST_STEP` names the run. */
export default class ResultsReporter implements Reporter {
  #tests: readonly TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onEnd(): void {
    const ran = this.#tests.filter((test) => test.results.length > 0 && test.outcome() !== 'skipped');
    const fileOf = (test: TestCase): string => relative(root, test.location.file);
    const files: Record<string, number> = {};
    for (const test of ran) {
      const ms = test.results.reduce((sum, { duration }) => sum + duration, 0);
      files[fileOf(test)] = (files[fileOf(test)] ?? 0) + ms / 1000;
    }
    keepResults(`playwright-${process.env.TEST_STEP ?? 'alone'}`, {
      tests: ran.map((test) => resultOf(fileOf(test), test.title, test.outcome() === 'expected')),
      files,
    });
  }
}

import { dirname, relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { resultOf, storeResults } from './results.ts';

/** Records the rules whose tests passed in a Playwright run. */
export default class ConformanceReporter implements Reporter {
  #tests: readonly TestCase[] = [];
  #root = '';

  onBegin(config: FullConfig, suite: Suite): void {
    this.#root = config.configFile === undefined ? config.rootDir : dirname(config.configFile);
    this.#tests = suite.allTests();
  }

  onEnd(): void {
    const ran = this.#tests.filter((test) => test.results.length > 0);
    const fileOf = (test: TestCase): string => relative(this.#root, test.location.file);
    storeResults(
      'playwright',
      new Set(ran.map(fileOf)),
      ran.flatMap((test) => resultOf(fileOf(test), test.title, test.outcome() === 'expected')),
    );
  }
}

import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { resultOf, storeResults, type TestResult } from './results.ts';

/** Records the rules whose tests passed in a Vitest run, in one file per project. */
export default class ConformanceReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const project of new Set(modules.map((module) => module.project.name))) {
      const ran = modules.filter((module) => module.project.name === project);
      storeResults(
        `vitest-${project}`,
        new Set(ran.map((module) => module.relativeModuleId)),
        ran.flatMap((module) => [...module.children.allTests()].flatMap((test) => told(module, test))),
      );
    }
  }
}

function told(module: TestModule, test: TestCase): TestResult[] {
  const { state } = test.result();
  if (state !== 'passed' && state !== 'failed') return [];
  return resultOf(module.relativeModuleId, test.name, state === 'passed');
}

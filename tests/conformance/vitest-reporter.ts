import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { keepResults, resultOf, type TestResult } from './results.ts';

/** Records the results of a Vitest run, in one file per project. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const project of new Set(modules.map((module) => module.project.name))) {
      const ran = modules.filter((module) => module.project.name === project);
      keepResults(`vitest-${project}`, {
        tests: ran.flatMap(resultsOf),
        files: Object.fromEntries(ran.map((module) => [module.relativeModuleId, secondsOf(module)])),
      });
    }
  }
}

function resultsOf(module: TestModule): TestResult[] {
  const tests = [...module.children.allTests()].flatMap((test) => resultOfTest(module, test));
  const isExplained = module.state() !== 'failed' || tests.some(({ passed }) => !passed);
  // A file that does not load, or whose hooks fail, has no failed test.
  return isExplained ? tests : [...tests, resultOf(module.relativeModuleId, '', false)];
}

function resultOfTest(module: TestModule, test: TestCase): TestResult[] {
  const { state } = test.result();
  if (state !== 'passed' && state !== 'failed') return [];
  return [resultOf(module.relativeModuleId, test.name, state === 'passed')];
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1000;
}

import { expect, test } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolveReporterOptions } from '../../../reporter/options.js';

test('records go beside the nearest package.json', () => {
  const testInfo = test.info();
  const configDir = testInfo.outputPath('tests', 'browser');
  mkdirSync(configDir, { recursive: true });
  writeFileSync(testInfo.outputPath('package.json'), '{}');

  const { outputDir } = resolveReporterOptions({ configDir, _mode: 'test' });

  expect(outputDir).toBe(testInfo.outputPath('app-test-report'));
});

test('outputDir is relative to the configuration', () => {
  const { outputDir } = resolveReporterOptions({ configDir: '/project/e2e', outputDir: '../runs' });

  expect(outputDir).toBe('/project/runs');
});

test('an unknown option is refused with the nearest known name', () => {
  expect(() => resolveReporterOptions({ outputdir: 'runs' })).toThrow(
    expect.objectContaining({
      code: 'OPTION_UNKNOWN',
      message: expect.stringContaining("Did you mean 'outputDir'?"),
    }),
  );
});

for (const [options, name] of [
  [{ outputDir: '' }, 'outputDir'],
  [{ outputDir: 7 }, 'outputDir'],
  [{ exemptProjects: 'unit' }, 'exemptProjects'],
  [{ exemptProjects: [1] }, 'exemptProjects'],
] as const) {
  test(`${JSON.stringify(options)} is refused`, () => {
    expect(() => resolveReporterOptions(options)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        details: expect.objectContaining({ option: name }),
      }),
    );
  });
}

import type { FullConfig } from '@playwright/test/reporter';
import { expect, test } from '@playwright/test';
import { findConfiguredUrl } from '../../../reporter/configured-url.js';

function configure(...uses: object[]): FullConfig {
  return { projects: uses.map((use) => ({ use })) } as FullConfig;
}

test('the backend of testModeOptions comes before baseURL', () => {
  const use = {
    baseURL: 'http://localhost:3000',
    testModeOptions: { backendUrl: 'http://localhost:8080/' },
  };

  expect(findConfiguredUrl(configure({}, use))).toBe('http://localhost:8080');
});

test('credentials and query are left out', () => {
  const use = { baseURL: 'https://anna:secret@shop.example/app?key=secret#secret' };

  expect(findConfiguredUrl(configure(use))).toBe('https://shop.example/app');
});

test('without a URL there is none', () => {
  expect(findConfiguredUrl(configure({ baseURL: 'nonsense' }, {}))).toBeNull();
});

import { expect, test } from '@playwright/test';
import { Exclusions } from '../../../mirror/plan/exclusions.js';

const secret = [
  'Session',
  'UserSessions',
  'session_store',
  'Secret',
  'ClientSecret',
  'AccessToken',
  'tokens',
  'Credential',
  'Password',
  'PasswdHash',
  'ApiKey',
  'api-key',
  'API_KEY',
  'OAuthGrant',
  'PrivateKey',
  'app-test-session',
  'app-test-probe',
  '__Stat_Kind__',
];
const harmless = ['Customer', 'Order', 'Passenger', 'Key', 'Ärger', 'Apiary', 'a\nb'];

test('secret kinds, sessions and what is not the application’s are excluded', () => {
  const exclusions = new Exclusions([]);
  expect(secret.filter((kind) => exclusions.findFor(kind) === undefined)).toEqual([]);
  expect(harmless.filter((kind) => exclusions.findFor(kind) !== undefined)).toEqual([]);
});

test('what is added is added, and is no regular expression', () => {
  const exclusions = new Exclusions(['Pay*', 'a.c', 'x?z']);
  for (const kind of ['Payment', 'pay', 'a.c', 'xyz', 'Session'])
    expect(exclusions.findFor(kind)).toBeDefined();
  for (const kind of ['Repay', 'abc', 'xz']) expect(exclusions.findFor(kind)).toBeUndefined();
});

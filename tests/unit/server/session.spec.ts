import { expect, test } from '@playwright/test';
import { hashToken } from '../../../protocol/index.js';
import { session } from '../../../server/session/session.js';
import { getSessionState } from '../../../server/session/state.js';
import { deriveToken } from '../../../server/session/token.js';

const triple = { database: 'app-tests', namespace: null, projectId: 'p' };

test.beforeEach(() => {
  process.env.NODE_ENV = 'test';
  session.reset();
});
test.afterEach(() => session.reset());

test('spec 2.1.5, 2.1 database, 2.1 project, 2.1 token, 2.2 hash: every query of the state has its answer before and after activation', () => {
  const read = () => [
    session.isActive(),
    session.hasToken(),
    session.database(),
    session.projectId(),
    session.namespace(),
    session.token(),
    session.tokenHash(),
  ];
  expect(read()).toEqual([false, false, null, null, null, null, null]);
  session.setActive({ ...triple, namespace: 'anna' });
  expect(read()).toEqual([true, false, 'app-tests', 'p', 'anna', null, null]);
  session.setToken('abc');
  expect(read()).toEqual([true, true, 'app-tests', 'p', 'anna', 'abc', hashToken('abc')]);
});

test('spec 2.1 namespace: an empty namespace is the default one', () => {
  session.setActive({ ...triple, namespace: '' });
  expect(session.namespace()).toBeNull();
});

test('spec 2.1.1: activating again with the same triple keeps the state', () => {
  session.setActive(triple);
  session.setToken('abc');
  session.setActive({ ...triple, namespace: '' });
  expect(session.token()).toBe('abc');
});

test('spec 2.1.2: another triple is refused and nothing is overwritten', () => {
  session.setActive(triple);
  for (const change of [{ database: 'x' }, { namespace: 'x' }, { projectId: 'x' }]) {
    expect(() => session.setActive({ ...triple, ...change })).toThrowError(
      /already activated for .*'app-tests'/,
    );
  }
  expect([session.database(), session.namespace(), session.projectId()]).toEqual([
    'app-tests',
    null,
    'p',
  ]);
});

test('spec 2.1.3: recording a token before activation is an error', () => {
  expect(() => session.setToken('abc')).toThrowError(/only after activation/);
  expect(session.hasToken()).toBe(false);
});

test('spec 3 activation: activation is refused where the service is no development server', () => {
  process.env.NODE_ENV = 'production';
  expect(() => session.setActive(triple)).toThrowError(/not in dev mode/);
  expect(session.isActive()).toBe(false);
});

test('spec 8 lifetime, 2.2 same: the token rotates by itself at UTC midnight', () => {
  session.setActive(triple);
  getSessionState().now = () => new Date('2026-03-01T23:59:59Z');
  const first = deriveToken(triple, '2026-03-01');
  session.setToken(first);
  expect(session.token()).toBe(first);
  getSessionState().now = () => new Date('2026-03-02T00:00:00Z');
  expect(session.token()).toBe(deriveToken(triple, '2026-03-02'));
});

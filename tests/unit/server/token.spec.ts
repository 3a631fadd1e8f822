import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  deriveToken,
  secondsUntilMidnight,
  utcDay,
  utcDayBefore,
} from '../../../server/session/token.js';
import { hashToken } from '../../../protocol/index.js';

const source = fc.record({
  database: fc.string(),
  namespace: fc.option(fc.string({ minLength: 1 })),
  projectId: fc.string(),
  day: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map(utcDay),
});

test('spec 2.2 encoding, 2.2 same: a token is 43 characters of URL-safe base64, the same for the same source', () => {
  fc.assert(
    fc.property(source, ({ day, ...parts }) => {
      const token = deriveToken(parts, day);
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(deriveToken({ ...parts }, day)).toBe(token);
    }),
  );
});

test('spec 2.2 distinct, 2.2 source: another database, namespace, project or day gives another token', () => {
  fc.assert(
    fc.property(source, source, (a, b) => {
      fc.pre(JSON.stringify(a) !== JSON.stringify(b));
      expect(deriveToken(a, a.day)).not.toBe(deriveToken(b, b.day));
    }),
  );
  // Parts that read the same when written one after the other.
  const parts = { database: 'a', namespace: 'bc', projectId: 'd' };
  expect(deriveToken(parts, 'x')).not.toBe(
    deriveToken({ ...parts, database: 'ab', namespace: 'c' }, 'x'),
  );
});

test('spec 2.2 source: the null namespace is the empty text', () => {
  const parts = { database: 'a', projectId: 'b' };
  expect(deriveToken({ ...parts, namespace: null }, 'x')).toBe(
    deriveToken({ ...parts, namespace: '' }, 'x'),
  );
});

test('spec 2.2 hash: the token hash is the lowercase hexadecimal SHA-256 of its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (token) => {
      expect(hashToken(token)).toBe(createHash('sha256').update(token, 'utf8').digest('hex'));
      expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    }),
  );
});

test('spec 8 lifetime: a token lives until UTC midnight', () => {
  expect(secondsUntilMidnight(new Date('2026-03-01T23:59:59.500Z'))).toBe(1);
  expect(secondsUntilMidnight(new Date('2026-03-01T00:00:00Z'))).toBe(86_400);
  expect(utcDay(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01');
  expect(utcDayBefore(new Date('2026-03-01T00:00:00Z'))).toBe('2026-02-28');
});

test('spec 9 label: the derivation carries a version label', () => {
  const parts = ['app-test-token-v1', 'app-tests', '', 'p', '2026-03-01'];
  const expected = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  const source = { database: 'app-tests', namespace: null, projectId: 'p' };
  expect(deriveToken(source, '2026-03-01')).toBe(expected);
});

import { expect, test } from '@playwright/test';
import { baseNamespace, sessionNamespace } from '../../../protocol/index.js';
import { encodeNamespace } from '../../../server/redirect/index.js';

test('both sides agree on the namespace of a session', () => {
  for (const namespace of [null, 'anna', 'a_b-1']) {
    for (const session of ['', 'w1', 'r0-w1-t2']) {
      const encoded = encodeNamespace({ namespace, session, appDatabase: '', appNamespace: '' });
      expect(sessionNamespace(namespace, session)).toBe(encoded || null);
      expect(baseNamespace(encoded || null, session)).toBe(namespace);
    }
  }
});

test('a namespace that is not the session’s has no base', () => {
  for (const namespace of [null, '', 'anna', 'anna.w2..', '.w1.db.', 'annaw1..']) {
    expect(baseNamespace(namespace, 'w1')).toBe(undefined);
  }
});

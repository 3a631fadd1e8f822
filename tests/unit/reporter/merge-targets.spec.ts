import { expect, test } from '@playwright/test';
import type { TestAnnotation } from '../../../protocol/index.js';
import { mergeTargets } from '../../../reporter/merge-targets.js';

const inTestMode: TestAnnotation = {
  mode: 'test',
  url: 'http://localhost:8080',
  database: 'app-tests',
  namespace: null,
  project_id: 'shop',
  token_hash: 'a'.repeat(64),
  server_version: '0.1.0',
};
const guarded: TestAnnotation = {
  mode: 'guarded',
  url: 'https://shop.example',
  database: null,
  namespace: null,
  project_id: null,
  token_hash: null,
  server_version: null,
};

test('a run without any annotation knows nothing', () => {
  expect(mergeTargets([])).toEqual({
    mode: null,
    url: null,
    database: null,
    project_id: null,
    namespaces: [],
    token_hashes: [],
    server_version: null,
  });
});

test('namespaces and token hashes are listed once each, the default namespace among them', () => {
  const afterMidnight = { ...inTestMode, token_hash: 'b'.repeat(64) };
  const anna = { ...inTestMode, namespace: 'anna' };

  expect(mergeTargets([anna, inTestMode, afterMidnight, inTestMode])).toEqual({
    mode: 'test',
    url: 'http://localhost:8080',
    database: 'app-tests',
    project_id: 'shop',
    namespaces: [null, 'anna'],
    token_hashes: ['a'.repeat(64), 'b'.repeat(64)],
    server_version: '0.1.0',
  });
});

test('a guarded run names its server and no database', () => {
  expect(mergeTargets([guarded])).toMatchObject({
    mode: 'guarded',
    url: 'https://shop.example',
    database: null,
    namespaces: [],
  });
});

test('a run on several servers names them all', () => {
  expect(mergeTargets([guarded, inTestMode])).toMatchObject({
    mode: 'mixed',
    url: 'http://localhost:8080, https://shop.example',
    database: 'app-tests',
  });
});

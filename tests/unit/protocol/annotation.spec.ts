import { expect, test } from '@playwright/test';
import { findAnnotation, type TestAnnotation, toAnnotation } from '../../../protocol/index.js';

const annotation: TestAnnotation = {
  mode: 'test',
  url: 'http://localhost:8080',
  database: 'app-tests',
  namespace: null,
  project_id: 'demo',
  token_hash: 'a'.repeat(64),
  server_version: '1.0.0',
};

test('an annotation is found again among others', () => {
  const other = { type: 'issue', description: '{"url":"x"}' };
  expect(findAnnotation([other, toAnnotation(annotation)])).toEqual(annotation);
  expect(findAnnotation([other])).toBe(undefined);
});

test('an annotation of our type that somebody else wrote is none of ours', () => {
  for (const description of [undefined, '', 'text', '1', 'null', '{}', '{"url":1}']) {
    expect(findAnnotation([{ type: 'app-test', description }])).toBe(undefined);
  }
});

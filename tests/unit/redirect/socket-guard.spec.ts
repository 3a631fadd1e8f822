import { expect, test } from '@playwright/test';
import { isDatastoreHost } from '../../../server/redirect/socket-guard.js';

for (const host of [
  'datastore.googleapis.com',
  'DATASTORE.googleapis.com.',
  'firestore.googleapis.com',
  'eur3-datastore.googleapis.com',
  'us-east1-firestore.googleapis.com',
  'datastore.us-east1.rep.googleapis.com',
  'firestore.mtls.googleapis.com',
  'datastore-team.p.googleapis.com',
  'batch-datastore.googleapis.com',
]) {
  test(`${host} is one of Google's databases`, () => {
    expect(isDatastoreHost(host)).toBe(true);
  });
}

for (const host of [
  'storage.googleapis.com',
  'mydatastores.googleapis.com',
  'datastore.example.com',
  'datastore.googleapis.com.example.com',
  'googleapis.com',
  'localhost',
  '127.0.0.1',
  '',
]) {
  test(`'${host}' is not one of Google's databases`, () => {
    expect(isDatastoreHost(host)).toBe(false);
  });
}

test('the databases of another universe are known by its domain', () => {
  const before = process.env.GOOGLE_CLOUD_UNIVERSE_DOMAIN;
  process.env.GOOGLE_CLOUD_UNIVERSE_DOMAIN = 'apis.example';
  expect(isDatastoreHost('datastore.apis.example')).toBe(true);
  expect(isDatastoreHost('datastore.googleapis.com')).toBe(true);
  expect(isDatastoreHost('datastore.apis.example.com')).toBe(false);
  if (before === undefined) delete process.env.GOOGLE_CLOUD_UNIVERSE_DOMAIN;
  else process.env.GOOGLE_CLOUD_UNIVERSE_DOMAIN = before;
});

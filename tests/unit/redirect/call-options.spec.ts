import { expect, test } from '@playwright/test';
import { keepHarmlessOptions } from '../../../server/redirect/call-options.js';

test('time-outs, retries and tracing headers stay', () => {
  const retry = { retryCodes: [14] };
  expect(
    keepHarmlessOptions({
      timeout: 500,
      retry,
      maxResults: 3,
      otherArgs: { headers: { traceparent: '00', 'x-goog-api-client': 'app' } },
    }),
  ).toEqual({
    timeout: 500,
    retry,
    maxResults: 3,
    otherArgs: { headers: { traceparent: '00', 'x-goog-api-client': 'app' } },
  });
});

test('what addresses or authenticates goes', () => {
  const options = {
    headers: { 'google-cloud-resource-prefix': 'projects/live' },
    otherArgs: {
      headers: {
        'X-Goog-Request-Params': 'project_id=live',
        'google-cloud-resource-prefix': 'projects/live',
        'x-goog-user-project': 'live',
        'x-goog-api-key': 'key',
        Authorization: 'Bearer x',
        ':authority': 'datastore.googleapis.com',
        host: 'datastore.googleapis.com',
      },
      options: { host: 'datastore.googleapis.com' },
      metadataBuilder: () => {},
    },
  };
  const before = structuredClone({ ...options, otherArgs: { headers: options.otherArgs.headers } });
  expect(keepHarmlessOptions(options)).toEqual({ otherArgs: { headers: {} } });
  expect(options).toMatchObject(before);
});

test('no options are no options', () => {
  expect(keepHarmlessOptions({})).toEqual({ otherArgs: { headers: {} } });
});

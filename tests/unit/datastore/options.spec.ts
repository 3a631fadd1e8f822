import { expect, test } from '@playwright/test';
import { resolveDatastoreOptions, type DatastoreOptions } from '../../../datastore/options.js';

test('without options it listens on a free port of this machine only', () => {
  expect(resolveDatastoreOptions()).toMatchObject({
    port: 0,
    host: '127.0.0.1',
    projectId: '',
    data: undefined,
  });
});

for (const [options, code, message] of [
  [{ prot: 1 }, 'OPTION_UNKNOWN', "no option 'prot'. Did you mean 'port'?"],
  [{ projectID: 'x' }, 'OPTION_UNKNOWN', "Did you mean 'projectId'?"],
  [{ port: 70_000 }, 'OPTION_INVALID', 'port is 70000'],
  [{ port: '8081' }, 'OPTION_INVALID', "port is '8081'"],
  [{ host: '' }, 'OPTION_INVALID', "host is ''"],
  [{ projectId: 7 }, 'OPTION_INVALID', 'projectId is 7'],
  [null, 'OPTION_INVALID', 'an object of options'],
] as const) {
  test(`refuses ${JSON.stringify(options)}, saying what is accepted`, () => {
    expect(() => resolveDatastoreOptions(options as unknown as DatastoreOptions)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
}

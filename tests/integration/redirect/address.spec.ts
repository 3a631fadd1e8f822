import { runInSession } from '../../../server/redirect/index.js';
import { expect, loadDatastore, test, versions } from './redirect-test.js';

type Method = (...args: unknown[]) => unknown;

function prototypeOf(version: string): Record<string, Method> {
  return loadDatastore(version).v1.DatastoreClient.prototype;
}

test('the address is that of the target, in the current session', ({ redirect, target }) => {
  expect(redirect.addressNow()).toEqual(target);
  expect(runInSession('w1', () => redirect.addressNow())).toEqual({
    ...target,
    namespace: `${target.namespace}.w1..`,
  });
});

test('the default namespace is reported as null', ({ watching, target }) => {
  watching.wait();
  watching.open({ ...target, namespace: null });
  expect(watching.addressNow()).toEqual({ ...target, namespace: null });
});

for (const version of versions) {
  for (const method of ['lookup', 'commit', 'reserveIds']) {
    test(`a ${method} of ${version} that was replaced is found out`, ({ redirect }) => {
      const prototype = prototypeOf(version);
      const wrapper = prototype[method]!;
      prototype[method] = async () => [{}];
      expect(() => redirect.addressNow()).toThrow(
        expect.objectContaining({
          code: 'WRONG_DATABASE',
          message: expect.stringContaining(method),
        }),
      );
      prototype[method] = wrapper;
      expect(redirect.addressNow().database).toMatch(/^test-/);
    });
  }
}

test("somebody's wrapper around ours is no mistake", async ({ redirect, target }) => {
  const prototype = prototypeOf('@google-cloud/datastore');
  const wrapper = prototype.lookup!;
  const traced: unknown[] = [];
  prototype.lookup = function (...args) {
    traced.push(args);
    return wrapper.apply(this, args);
  };
  expect(redirect.addressNow()).toEqual(target);
  expect(traced.length).toBeGreaterThan(0);
  prototype.lookup = wrapper;
});

test('a wrapper that redirects elsewhere is found out', ({ redirect }) => {
  const prototype = prototypeOf('@google-cloud/datastore');
  const wrapper = prototype.commit!;
  prototype.commit = function (...args) {
    return wrapper.apply(this, [{ projectId: 'live-project', mutations: [] }, ...args.slice(1)]);
  };
  expect(() => redirect.addressNow()).toThrow(expect.objectContaining({ code: 'WRONG_DATABASE' }));
  prototype.commit = wrapper;
});

test('wrappers come off again, and the methods are those of before', ({ watching }) => {
  const prototype = prototypeOf('@google-cloud/datastore');
  const wrapper = prototype.lookup;
  expect(wrapper?.name).toBe('lookup');
  expect(Object.keys(prototype)).toEqual([]);
  watching.uninstall();
  expect(prototype.lookup).not.toBe(wrapper);
});

import { expect, test } from '@playwright/test';
import { checkOptionNames, findNearestName } from '../../../protocol/options.js';

test('an unknown option is refused with the nearest known name', () => {
  expect(() =>
    checkOptionNames('activate()', { databse: 'x' }, ['database', 'namespace']),
  ).toThrowError(/has no option 'databse'. Did you mean 'database'\?/);
});

test('no name is offered when none is near', () => {
  expect(findNearestName('colour', ['database', 'namespace'])).toBeUndefined();
});

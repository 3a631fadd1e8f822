import { expect, test } from '@playwright/test';
import type { PropertyMask } from '../../../mirror/mask/mask.js';
import { EntityMasker } from '../../../mirror/mask/mask-entity.js';
import { encodeMessage, findType } from '../../../mirror/rpc/schema.js';

const timestamp = { timestampValue: { seconds: '500000000', nanos: 123_456_000 } };

function maskValue(value: object, mask: PropertyMask): object {
  const properties = { it: value };
  const masker = new EntityMasker({ Customer: { it: mask } }, Buffer.from('key'));
  const masked = masker.apply('Customer', encodeMessage('Entity', { properties }));
  const type = findType('Entity');
  const decoded = type.toObject(type.decode(masked), { longs: String, bytes: String });
  return (decoded.properties as { it: object }).it;
}

test('a mask that changes a Date in place changes the copy', () => {
  const toYear: PropertyMask = (value) => {
    (value as Date).setUTCMonth(0, 1);
    return value;
  };
  expect(maskValue(timestamp, toYear)).toEqual({
    timestampValue: { seconds: '473388800', nanos: 123_000_000 },
  });
});

test('a mask that changes bytes in place changes the copy', () => {
  const erase: PropertyMask = (value) => (value as Uint8Array).fill(0);
  expect(maskValue({ blobValue: Buffer.from('Ann') }, erase)).toEqual({ blobValue: 'AAAA' });
});

test('a value that a mask returns as it was is kept to the last bit', () => {
  expect(maskValue(timestamp, (value) => value)).toEqual(timestamp);
});

test('a misspelt property is pointed out though its function masks others', () => {
  const hide: PropertyMask = () => 'hidden';
  const masker = new EntityMasker({ Customer: { it: hide, nmae: hide } }, Buffer.from('key'));
  const properties = { it: { stringValue: 'a' }, name: { stringValue: 'Ann' } };
  masker.apply('Customer', encodeMessage('Entity', { properties }));
  expect(masker.listUnused(['Customer'])).toEqual(['Customer.nmae']);
});

test('a kind named like what every object has is a kind without a mask', () => {
  const masker = new EntityMasker({ '*': { ip: () => undefined } }, Buffer.from('key'));
  const entity = encodeMessage('Entity', { properties: { name: { stringValue: 'Ann' } } });
  expect(Buffer.from(masker.apply('constructor', entity))).toEqual(Buffer.from(entity));
});

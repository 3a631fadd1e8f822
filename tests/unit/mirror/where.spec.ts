import { expect, test } from '@playwright/test';
import { parseWhere } from '../../../mirror/where/parse-where.js';

const equal = 5;
const filterOf = (name: string, op: number, value: object): object => ({
  propertyFilter: { property: { name }, op, value },
});

const values: [text: string, value: object][] = [
  ['"two words"', { stringValue: 'two words' }],
  [String.raw`'it\'s'`, { stringValue: "it's" }],
  ['"2026-11-21"', { stringValue: '2026-11-21' }],
  ['5', { integerValue: '5' }],
  ['-9223372036854775808', { integerValue: '-9223372036854775808' }],
  ['9007199254740993', { integerValue: '9007199254740993' }],
  ['5.0', { doubleValue: 5 }],
  ['1e3', { doubleValue: 1000 }],
  ['true', { booleanValue: true }],
  ['null', { nullValue: 0 }],
  ['2026-11-21', { timestampValue: { seconds: '1795219200', nanos: 0 } }],
  [
    '2026-11-21T08:30:00.123456789+02:00',
    { timestampValue: { seconds: '1795242600', nanos: 123456789 } },
  ],
];

for (const [text, value] of values) {
  test(`reads ${text} as ${Object.keys(value)[0]}`, () => {
    expect(parseWhere([`Kind: p = ${text}`]).get('Kind')).toEqual(filterOf('p', equal, value));
  });
}

test('several conditions for one kind hold together', () => {
  const filters = parseWhere(['A: x > 1 and y = "z"', 'B: x = 1', 'A: "odd name" <= 2']);
  expect(filters.get('A')).toEqual({
    compositeFilter: {
      op: 1,
      filters: [
        filterOf('x', 3, { integerValue: '1' }),
        filterOf('y', equal, { stringValue: 'z' }),
        filterOf('odd name', 2, { integerValue: '2' }),
      ],
    },
  });
  expect(filters.get('B')).toEqual(filterOf('x', equal, { integerValue: '1' }));
});

test('a kind and a property can be quoted, or hold a colon', () => {
  expect([...parseWhere(['"My: Kind": p = 1', 'ns:Kind: a.b = 1']).keys()]).toEqual([
    'My: Kind',
    'ns:Kind',
  ]);
});

const refusals: [text: string, at: number, what: string][] = [
  ['', 0, 'expected a kind'],
  ['Order', 5, 'expected a colon'],
  ['Order: ', 7, 'expected a property'],
  ['Order: total', 12, 'expected ='],
  ['Order: total >', 14, 'expected a value'],
  ['Order: total != 5', 13, 'expected ='],
  ['Order: total > five', 15, 'is no value: quote a string ("five")'],
  ['Order: total > 5 or x = 1', 17, "expected 'and', or the end"],
  ['Order: name = "Ann', 14, 'is a quote missing?'],
  ['Order: n = 9223372036854775808', 11, 'does not fit into 64 bits'],
  ['Order: at > 2026-02-31', 12, 'is no time'],
  ['Order: at > 2026-11-21T25:00:00Z', 12, 'is no time'],
  ['Order: __key__ > 5', 7, 'can not be compared here'],
];

for (const [text, at, what] of refusals) {
  test(`points at what is wrong in '${text}'`, () => {
    const read = (): unknown => parseWhere([text]);
    expect(read).toThrow(what);
    expect(read).toThrow(`\n  ${' '.repeat(at)}^`);
  });
}

import { expect, test } from '@playwright/test';
import { TransactionSessions } from '../../../server/redirect/transaction-sessions.js';

test('a transaction is found by its bytes or their base64, until it ends', () => {
  const transactions = new TransactionSessions();
  transactions.begin(Buffer.from('one'), 'w1');
  transactions.begin(new Uint8Array([1, 2, 3]), 'w2');
  expect(transactions.find(Buffer.from('one'))).toBe('w1');
  expect(transactions.find(Buffer.from('one').toString('base64'))).toBe('w1');
  expect(transactions.find(Buffer.from([1, 2, 3]))).toBe('w2');
  transactions.end(Buffer.from('one'));
  expect(transactions.find(Buffer.from('one'))).toBeUndefined();
  expect(transactions.size).toBe(1);
});

test('the session in which a transaction began is not changed by later responses', () => {
  const transactions = new TransactionSessions();
  transactions.begin(Buffer.from('one'), 'w1');
  transactions.begin(Buffer.from('one'), 'w2');
  expect(transactions.find(Buffer.from('one'))).toBe('w1');
});

test('no transaction is no transaction', () => {
  const transactions = new TransactionSessions();
  for (const nothing of [undefined, null, '', Buffer.alloc(0), 7, {}]) {
    transactions.begin(nothing, 'w1');
    expect(transactions.find(nothing)).toBeUndefined();
    transactions.end(nothing);
  }
  expect(transactions.size).toBe(0);
});

test('abandoned transactions are forgotten, oldest first', () => {
  const transactions = new TransactionSessions();
  for (let index = 0; index < 10_050; index++) transactions.begin(`id-${index}`, 'w1');
  expect(transactions.size).toBe(10_000);
  expect(transactions.find('id-49')).toBeUndefined();
  expect(transactions.find('id-50')).toBe('w1');
});

import type { Int64, TimestampMessage } from '../wire/messages.js';

/** A 64-bit integer of a message, exactly. */
export function toBigInt(value: Int64 | number | undefined): bigint {
  if (value === undefined) return 0n;
  if (typeof value === 'number') return BigInt(value);
  return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
}

/** The same as a number, where that is exact. */
export function toInteger(value: Int64 | number | undefined): bigint | number {
  if (typeof value === 'object') {
    if (value.high === 0) return value.low >>> 0;
    if (value.high === -1) return (value.low >>> 0) - 2 ** 32;
  }
  return toBigInt(value);
}

/** A 64-bit integer for a message. */
export function toInt64(value: number | bigint): Int64 {
  const exact = BigInt.asUintN(64, BigInt(value));
  return {
    low: Number(exact & 0xffffffffn) | 0,
    high: Number(exact >> 32n) | 0,
    unsigned: false,
  };
}

/** Microseconds since 1970 of a timestamp; anything finer is dropped, as Datastore does. */
export function toMicros(timestamp: TimestampMessage): bigint {
  return (
    toBigInt(timestamp.seconds) * 1_000_000n + BigInt(Math.floor((timestamp.nanos ?? 0) / 1000))
  );
}

/** A timestamp for a message, from microseconds since 1970. */
export function toTimestamp(micros: number): TimestampMessage {
  const seconds = Math.floor(micros / 1_000_000);
  return { seconds: toInt64(seconds), nanos: (micros - seconds * 1_000_000) * 1000 };
}

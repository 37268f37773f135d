import { randomBytes } from 'node:crypto'

/** 53 random bits: exact in JavaScript, spread evenly over Citus's shards, never 0. */
export function newCustomerId(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> 11n) || 1
}

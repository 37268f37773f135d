import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Columns that many tables have. */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Our own number of an account; every key of a table of its data starts with it. */
export const customerId = () => bigint('customer_id', { mode: 'number' }).notNull()

/** Raw bytes; the engines hand them out as different kinds of array. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

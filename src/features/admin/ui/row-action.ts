import type { LucideIcon } from 'lucide-react'

/** Something an administrator does to one row of a list: what it says before, and what it calls. */
export type RowAction<Row> = {
  id: string
  Icon: LucideIcon
  /** Menu entry and button. */
  title: string
  question: string
  /** What will happen, in full. */
  consequences(row: Row): string
  isDangerous?: boolean
  busyLabel: string
  run(row: Row): Promise<{ message: string }>
  /** Text for a failure that brings none of its own. */
  failure: string
  /** Put before the server's own message. */
  failurePrefix?: string
}

import type { Alert } from './alert.ts'

/** A campaign that makes this much of the account's alert is told there. */
const EXPLAINS = 0.5

type Moved = Pick<Alert, 'metric' | 'seen' | 'expected'>

/** Fewer conversions and dearer ones are one trouble. */
export function troubleOf({ metric, seen, expected }: Moved): string {
  const rises = seen > expected
  return metric === 'cpa' ? `conversions ${!rises}` : `${metric} ${rises}`
}

/** Whether most of what moved an account was one campaign's. */
export function isMostlyOf({ causes }: Pick<Alert, 'causes'>, campaignId: string | null): boolean {
  let [own, whole] = [0, 0]
  for (const cause of causes) {
    whole += cause.amount
    if (cause.campaignId === campaignId) own += cause.amount
  }
  return own / whole >= EXPLAINS
}

import { addDays } from '#shared/dates.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import {
  actionSeries,
  isContactByName,
  isRejectedLead,
  LEADS,
  primaryActions,
  SALES,
} from './conversion-actions.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'

/** Primary actions that the same person passes one after the other; `share`: of both, what the early ones count. */
export type CustomerStages = {
  early: ConversionAction[]
  late: ConversionAction[]
  share: number
}

const LATE_LEADS: ReadonlySet<string> = new Set(['QUALIFIED_LEAD', 'CONVERTED_LEAD'])

/**
 * A trial and the subscription it may become, a form and the lead that it proves to be: counted alike, a campaign that only
 * brings beginners looks best. Null where there is none, or where each stage comes with a value that tells them apart.
 */
export function customerStages(snapshot: AccountSnapshot): CustomerStages | null {
  const primaries = primaryActions(snapshot)
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  const totalOf = (actions: readonly ConversionAction[]) =>
    actions.reduce((sum, { id }) => sum + (series.get(id)?.total ?? 0), 0)
  const isValued = ({ id }: ConversionAction) =>
    (series.get(id)?.valueMicros ?? []).some((value) => value > 0)
  const of = (isLate: (category: string) => boolean, isEarly: (category: string) => boolean) => {
    const late = primaries.filter(({ category }) => isLate(category))
    const early = primaries.filter(({ category }) => isEarly(category) && !isLate(category))
    const [first, last] = [totalOf(early), totalOf(late)]
    const isTold = early.every(isValued) && late.every(isValued)
    return first > 0 && last > 0 && !isTold ? { early, late, share: first / (first + last) } : null
  }
  return (
    of(
      (category) => category === 'SUBSCRIBE_PAID',
      (category) => category === 'SIGNUP',
    ) ??
    of(
      (category) => LATE_LEADS.has(category),
      (category) => LEADS.has(category),
    )
  )
}

/** Contacts are what bidding is after, though Google is told which of them proved to be good, or bought. */
export type UnusedProofs = { contacts: ConversionAction[]; proofs: ConversionAction[] }

/** Null where there are none, where none came of late, or where something better than a contact is primary already. */
export function unusedProofs(snapshot: AccountSnapshot): UnusedProofs | null {
  const { conversionActions = [], account, inventory } = snapshot
  const series = actionSeries(snapshot, inventory?.conversionDays ?? [])
  const since = addDays(account.today, -THRESHOLDS.proofDays.value)
  const contacts = primaryActions(snapshot).filter(({ id }) => (series.get(id)?.total ?? 0) > 0)
  const isProof = (action: ConversionAction) =>
    (LATE_LEADS.has(action.category) || SALES.has(action.category)) && !isRejectedLead(action)
  const isContact = (action: ConversionAction) =>
    !isProof(action) && (LEADS.has(action.category) || isContactByName(action))
  const proofs = conversionActions.filter(
    (one) =>
      one.status === 'ENABLED' &&
      !one.primaryForGoal &&
      isProof(one) &&
      (one.lastConversionDay ?? '') >= since,
  )
  const isTold = contacts.length > 0 && contacts.every(isContact) && proofs.length > 0
  return isTold ? { contacts, proofs } : null
}

/** Where most of what is counted are beginnings, campaigns are not to be held against each other by it. */
export function areMostlyBeginnings(stages: CustomerStages | null): boolean {
  return (stages?.share ?? 0) > 0.5
}

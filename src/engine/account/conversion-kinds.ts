import { MICROS } from '#shared/metrics.ts'
import {
  actionSeries,
  isContactByName,
  isMicroEvent,
  LEADS,
  primaryActions,
  SALES,
  UNSAID,
} from './conversion-actions.ts'
import type { AccountSnapshot, CampaignFacts, ConversionAction } from './snapshot.ts'
import { isWithoutValue } from './without-value.ts'

/**
 * Campaigns whose conversions may all be of another kind than most of the account's: an application to a mortgage beside new accounts, a
 * booking beside installations. Google's sums by campaign do not say which, so that no mean of the others is what one of theirs may
 * cost. Empty where all are of one kind, or the kinds are not known.
 */
export function campaignsOfAnotherKind(snapshot: AccountSnapshot): ReadonlySet<string> {
  const rarer = ofRarerKinds(snapshot)
  const isPossible = (campaign: CampaignFacts<never>) => {
    const { conversionsMicros = 0 } = campaign.sums
    if (conversionsMicros <= 0) return false
    return isOfApp(campaign) || conversionsMicros / MICROS <= rarer * COUNTED_ELSEWHERE
  }
  return new Set(snapshot.campaigns.filter(isPossible).map(({ id }) => id))
}

/** Its conversions are installations, or happen in the app, also where the actions are not known. */
const isOfApp = ({ channelType }: CampaignFacts<never>) => channelType === 'MULTI_CHANNEL'

/** Days and campaigns are not read at the same moment. */
const COUNTED_ELSEWHERE = 1.1

/** Conversions of all kinds but the commonest. */
function ofRarerKinds(snapshot: AccountSnapshot): number {
  const counts = conversionKinds(snapshot).map(({ total }) => total)
  return counts.slice(1).reduce((sum, one) => sum + one, 0)
}

/** `isValued`: each of its actions comes with amounts of its own. */
export type ConversionKind = { names: string[]; total: number; isValued: boolean }

/** Kinds of primary actions that were counted, the commonest first; steps that are no sale are no kind. */
export function conversionKinds(snapshot: AccountSnapshot): ConversionKind[] {
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  const counted = primaryActions(snapshot).flatMap((action) => {
    const kind = isMicroEvent(action, snapshot) ? null : kindOf(action)
    const { total = 0, valueMicros = [] } = series.get(action.id) ?? {}
    const sum = valueMicros.reduce((all, one) => all + one, 0)
    const isValued = !isWithoutValue({ conversionsMicros: total * MICROS, valueMicros: sum })
    return kind !== null && total > 0 ? [{ kind, name: action.name, total, isValued }] : []
  })
  return [...Map.groupBy(counted, ({ kind }) => kind).values()]
    .map((own) => ({
      names: own.map(({ name }) => name),
      total: own.reduce((sum, { total }) => sum + total, 0),
      isValued: own.every(({ isValued }) => isValued),
    }))
    .sort((a, b) => b.total - a.total)
}

/** Sales, and ways of asking for one, are worth alike, however they came; null: Google does not say what it is. */
function kindOf(action: ConversionAction): string | null {
  const { category } = action
  if (SALES.has(category)) return 'sale'
  if (UNSAID.has(category)) return null
  if (isContactByName(action)) return 'contact'
  return LEADS.has(category) && !LEADS_OF_THEIR_OWN.has(category) ? 'contact' : category
}

const LEADS_OF_THEIR_OWN: ReadonlySet<string> = new Set([
  'SIGNUP',
  'QUALIFIED_LEAD',
  'CONVERTED_LEAD',
])

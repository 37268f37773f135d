import type { Metrics } from '#shared/metrics.ts'
import { isValueBidding } from '../account/bidding-strategy.ts'
import type { CampaignFacts } from '../account/snapshot.ts'
import type { WatchedEntity } from './account-effects.ts'

/** How what was sold counts in a verdict; `unlike`: by number, though what some brought may have moved and is not known of all. */
export type CountedSales = 'by-number' | 'by-value' | 'unlike'

/**
 * Where Google bids for what sales bring, or is about to (`aimsAtValue`), what they bring counts, if it is recorded of every one of the
 * campaigns that sells.
 */
export function countedSales(
  campaigns: readonly CampaignFacts<never>[],
  campaignIds: readonly string[],
  aimsAtValue = false,
): CountedSales {
  const own = campaigns.filter(({ id }) => campaignIds.includes(id))
  if (!aimsAtValue && !own.some(isValueBidding)) return 'by-number'
  const selling = own.filter(({ sums }) => (sums.conversionsMicros ?? 0) > 0)
  const isRecorded = selling.every(({ sums }) => (sums.valueMicros ?? 0) > 0)
  return isRecorded && selling.length > 0 ? 'by-value' : 'unlike'
}

type Compared = {
  changed: WatchedEntity
  untouched: readonly WatchedEntity[]
  sisters?: readonly WatchedEntity[]
  sales?: CountedSales
}

/** What is compared, counted so; where nothing is recorded of what the changed one sold before, its number is what there is. */
export function withCountedSales<Question extends Compared>(question: Question): Question {
  const { changed, untouched, sisters, sales } = question
  if (sales !== 'by-value') return question
  const mean = meanValue(changed.before)
  if (mean === null) return { ...question, sales: 'by-number' }
  return {
    ...question,
    changed: soldByValue(changed, mean),
    // Each of its own kind: what one records of a sale may be another thing than what the next one does.
    untouched: untouched.map((one) => soldByValue(one, meanValue(one.before))),
    ...(sisters && { sisters: sisters.map((one) => soldByValue(one, mean)) }),
  }
}

/**
 * An entity whose sales count by what each brought, in sales that bring `mean`: one of twice the amount is two. What bids for value may sell
 * fewer and dearer ones, and their number says the opposite of what it does. As it is where none has an amount (null).
 */
function soldByValue(entity: WatchedEntity, mean: number | null): WatchedEntity {
  if (mean === null) return entity
  const counted = (day: Metrics) => inUsualSales(day, mean)
  const { before, after, earlier } = entity
  return {
    ...entity,
    before: before.map(counted),
    after: after.map(counted),
    ...(earlier && {
      earlier: earlier.map(
        (one) => one && { before: counted(one.before), after: counted(one.after) },
      ),
    }),
  }
}

type Valued = Pick<Metrics, 'conversionsMicros' | 'valueMicros'>

/** Of a conversion, as recorded; null where none has an amount. */
export function meanValue(sums: readonly Valued[]): number | null {
  const of = (name: keyof Valued) => sums.reduce((all, one) => all + one[name], 0)
  const mean = of('valueMicros') / of('conversionsMicros')
  return mean > 0 && Number.isFinite(mean) ? mean : null
}

export const inUsualSales = <Figures extends Valued>(figures: Figures, mean: number): Figures => ({
  ...figures,
  conversionsMicros: usualSales(figures.valueMicros, mean),
})

/** How many sales of `mean` bring `value`: what was refunded beyond what was sold is not sold less than not at all. */
export const usualSales = (value: number, mean: number): number => Math.max(0, value / mean)

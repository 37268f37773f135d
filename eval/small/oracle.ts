import type { Account, Search, Thing, Word } from './account.ts'
import { BARREN, FLIPS, SELLING, SPREAD } from './account.ts'
import { HARDLY_SELLS, type Intent } from './intents.ts'
import type { Seen } from './observe.ts'

/**
 * What one would stop who knows the meaning of each search, how often such searches sell in businesses like it and how unlike they are, and
 * what each keyword's buyers convert at, but not which of them is which: by expected value, whole words first.
 */
export function oracleStops({ trade, worthEuros }: Account, seen: readonly Seen[]): Set<Search> {
  const visible = seen.filter(({ search }) => search.isVisible)
  const ofWords = visible.filter(({ search }) => search.word !== null)
  const byWord = Map.groupBy(ofWords, ({ search }) => search.word!)
  const evidence = new Map([...byWord].map(([word, own]) => [word, likelihoods(own)]))
  const byIntent = Map.groupBy(byWord.keys(), ({ intent }) => intent)
  const stopped = new Set<Search>()
  const factors = new Map<Word, number[]>()
  for (const [intent, words] of byIntent) {
    const sold = trade.sells?.[intent]?.factor
    const barren = sold === undefined ? HARDLY_SELLS[intent] : 0
    for (const word of words) {
      const others = words.filter((one) => one !== word)
      const chance = barrenChance(
        barren,
        others.map((one) => evidence.get(one)!),
        intent,
        sold,
      )
      const weights = FACTORS.map(
        (_, i) => priorOf(chance, intent, sold)[i]! * evidence.get(word)![i]!,
      )
      factors.set(word, normalised(weights))
      const mean = meanOf(factors.get(word)!)
      const own = byWord.get(word)!
      // Of what is shown, as of what is hidden: its price against what it brings.
      const net = own.reduce((sum, one) => sum + savedBy(one, mean, worthEuros), 0)
      if (net <= 0) continue
      for (const { search } of seen) if (search.word === word) stopped.add(search)
    }
  }
  for (const { search, sums } of visible) {
    if (stopped.has(search) || sums.clicks === 0 || search.text === search.thing.text) continue
    const weights = search.word ? factors.get(search.word)! : PLAIN
    const rate = search.thing.base * ownFactor(weights, search.thing, sums)
    if (search.cpcEuros > rate * worthEuros) stopped.add(search)
  }
  return stopped
}

/** Of a rate over that of its keyword's buyers. */
const FACTORS = Array.from({ length: 60 }, (_, i) => Math.exp(-6 + 0.125 * i))
const PLAIN = FACTORS.map((factor) => (Math.abs(Math.log(factor)) < 0.07 ? 1 : 0))

const density = (factor: number, median: number, sd: number) =>
  Math.exp(-((Math.log(factor / median) / sd) ** 2) / 2) / sd

const BARREN_PRIOR = normalised(FACTORS.map((f) => density(f, BARREN.median, BARREN.sd)))
const sellingPrior = (intent: Intent, sold: number | undefined) =>
  intent === 'price'
    ? normalised(FACTORS.map((f) => density(f, 1.05, 0.2)))
    : normalised(FACTORS.map((f) => density(f, sold ?? SELLING.median, SELLING.sd)))

function mixed(share: number, intent: Intent, sold: number | undefined): number[] {
  const selling = sellingPrior(intent, sold)
  return BARREN_PRIOR.map((one, i) => share * one + (1 - share) * selling[i]!)
}

function priorOf(chance: number, intent: Intent, sold: number | undefined): number[] {
  if (intent === 'price') return sellingPrior(intent, sold)
  const flips = sold === undefined ? FLIPS.barren : 0.05
  return mixed(chance * (1 - FLIPS.sells) + (1 - chance) * flips, intent, sold)
}

function barrenChance(
  before: number,
  words: readonly number[][],
  intent: Intent,
  sold: number | undefined,
): number {
  const ofState = (isBarren: number) =>
    words.reduce((product, likelihood) => {
      const prior = priorOf(isBarren, intent, sold)
      return product * prior.reduce((sum, one, i) => sum + one * likelihood[i]!, 0)
    }, 1)
  const [barren, selling] = [before * ofState(1), (1 - before) * ofState(0)]
  return barren + selling > 0 ? barren / (barren + selling) : before
}

/** Of each factor, by what its searches sold; only their ratios mean something. */
function likelihoods(own: readonly Seen[]): number[] {
  const clicks = own.reduce((sum, { search, sums }) => sum + sums.clicks * search.thing.base, 0)
  const sold = own.reduce((sum, { sums }) => sum + sums.conversionsMicros / 1e6, 0)
  const ln = FACTORS.map((factor) => sold * Math.log(factor) - clicks * factor)
  const top = Math.max(...ln)
  return ln.map((one) => Math.exp(one - top))
}

function ownFactor(weights: readonly number[], { base }: Thing, sums: Seen['sums']): number {
  let [total, mean] = [0, 0]
  weights.forEach((weight, i) => {
    if (weight < 1e-6) return
    for (const [deviation, share] of NORMAL) {
      const factor = FACTORS[i]! * Math.exp(SPREAD * deviation)
      const expected = sums.clicks * base * factor
      const chance = (sums.conversionsMicros / 1e6) * Math.log(factor) - expected
      const own = weight * share * Math.exp(chance)
      total += own
      mean += own * factor
    }
  })
  return mean / total
}

const NORMAL: [number, number][] = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2].map((z) => [
  z,
  Math.exp((-z * z) / 2),
])

const meanOf = (weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * FACTORS[i]!, 0) * Math.exp(SPREAD ** 2 / 2)

const savedBy = ({ search, sums }: Seen, factor: number, worthEuros: number) =>
  sums.clicks * (search.cpcEuros - search.thing.base * factor * worthEuros)

function normalised(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, one) => all + one, 0)
  return weights.map((one) => one / sum)
}

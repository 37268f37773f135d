import type { AccountSnapshot, SearchTermFacts } from '#engine/account/snapshot.ts'

/** A snapshot for another thread: its search terms, by far most of its rows, as two tables of numbers. */
export type PackedSnapshot = Omit<AccountSnapshot, 'searchTerms'> & { searchTerms: PackedTerms }

/** Each text once; the rows of a table follow each other. */
type PackedTerms = {
  texts: readonly (string | undefined)[]
  /** TEXTS of each term, as places in `texts`. */
  places: Uint32Array<ArrayBuffer>
  /** SUMS of each term, and those of its recent ones; no number where one is absent. */
  sums: Float64Array<ArrayBuffer>
}

const TEXTS = [
  'term',
  'campaignId',
  'adGroupId',
  'keywordText',
  'criterionId',
  'matchType',
  'status',
] as const
const SUMS = ['impressions', 'clicks', 'costMicros', 'conversionsMicros', 'valueMicros'] as const
const RECENT = ['clicks', 'conversionsMicros'] as const
const WIDTH = SUMS.length + RECENT.length

export function packed(snapshot: AccountSnapshot): PackedSnapshot {
  const { searchTerms } = snapshot
  const numbers = new Map<string | undefined, number>()
  const places = new Uint32Array(searchTerms.length * TEXTS.length)
  const sums = new Float64Array(searchTerms.length * WIDTH)
  const placeOf = (text: string | undefined) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
  let [place, sum] = [0, 0]
  for (const row of searchTerms) {
    for (const name of TEXTS) places[place++] = placeOf(row[name])
    for (const name of SUMS) sums[sum++] = row.sums[name] ?? Number.NaN
    for (const name of RECENT) sums[sum++] = row.recent?.[name] ?? Number.NaN
  }
  return { ...snapshot, searchTerms: { texts: [...numbers.keys()], places, sums } }
}

/** What need not be copied on the way. */
export function transferable({ searchTerms }: PackedSnapshot): ArrayBuffer[] {
  return [searchTerms.places.buffer, searchTerms.sums.buffer]
}

/** Its search terms are made anew whenever they are read: a reader need not share them. */
export function unpacked(snapshot: PackedSnapshot): AccountSnapshot {
  const { searchTerms } = snapshot
  return {
    ...snapshot,
    get searchTerms() {
      return unpackedTerms(searchTerms)
    },
  }
}

function unpackedTerms({ texts, places, sums }: PackedTerms): SearchTermFacts[] {
  const termAt = (row: number): SearchTermFacts => {
    const textAt = (field: number) => texts[places[row * TEXTS.length + field]!]
    const sumAt = (field: number) => sums[row * WIDTH + field]!
    const term: SearchTermFacts = {
      term: textAt(0)!,
      campaignId: textAt(1)!,
      adGroupId: textAt(2)!,
      keywordText: textAt(3),
      criterionId: textAt(4),
      matchType: textAt(5)!,
      status: textAt(6) as SearchTermFacts['status'],
      sums: {
        impressions: sumAt(0),
        clicks: sumAt(1),
        costMicros: sumAt(2),
        conversionsMicros: sumAt(3),
        valueMicros: sumAt(4),
      },
    }
    const clicks = sumAt(5)
    if (!Number.isNaN(clicks)) term.recent = { clicks, conversionsMicros: sumAt(6) }
    return term
  }
  return Array.from({ length: places.length / TEXTS.length }, (_, row) => termAt(row))
}

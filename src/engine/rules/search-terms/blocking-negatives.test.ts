import { expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import type { KeywordFacts, NegativeKeyword } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'

const RULE = 'blocking-negatives'
const base = sampleAccount()

function blocked(
  negative: Partial<NegativeKeyword>,
  over: Partial<KeywordFacts<Column>> = {},
  sold = 0,
) {
  const one: NegativeKeyword = {
    scope: 'campaign',
    campaignId: '1',
    text: 'rojo',
    matchType: 'BROAD',
    criterionId: '99',
    ...negative,
  }
  const word = keyword('zapato rojo', sums(sold * 20, sold), over)
  return found(sampleAccount({ keywords: [...base.keywords, word], negatives: [one] }), RULE)
}

test('without sales either may be the mistake: nothing is changed for the user', () => {
  const [one] = blocked({})
  expect(one!.title).toBe(
    'La negativa «rojo» frena la palabra clave «zapato rojo»: quita una de las dos',
  )
  expect([one!.evidence.forecast, one!.priority]).toEqual([null, 'low'])
  expect(one!.evidence.change!.operations).toEqual([])
})

test('a negative that stops a keyword that sold is taken away', () => {
  const [one] = blocked({}, {}, 20)
  expect(one!.title).toBe('Quita la negativa «rojo»: frena la palabra clave «zapato rojo»')
  expect(one!.evidence.change!.operations).toEqual([
    { campaignCriterionOperation: { remove: 'customers/{customerId}/campaignCriteria/1~99' } },
  ])
  const [shared] = blocked({ scope: 'shared', listId: '7' }, {}, 20)
  expect(shared!.evidence.change!.operations).toEqual([
    { sharedCriterionOperation: { remove: 'customers/{customerId}/sharedCriteria/7~99' } },
  ])
  expect(blocked({ criterionId: undefined }, {}, 20)[0]!.evidence.change!.operations).toEqual([])
})

test('two that stop the same keyword are one card, and only without both does anything come back', () => {
  const word = keyword('zapato rojo', sums(400, 20))
  const red = { scope: 'campaign' as const, text: 'rojo', matchType: 'BROAD' as const }
  const both = {
    ...{ scope: 'adGroup' as const, text: 'zapato rojo', matchType: 'PHRASE' as const },
    adGroupId: word.adGroupId,
  }
  const of = (criterionId?: string) => {
    const negatives = [
      { ...red, campaignId: '1', criterionId: '99' },
      { ...both, campaignId: '1', criterionId },
    ]
    return found(sampleAccount({ keywords: [...base.keywords, word], negatives }), RULE)
  }
  const [one, ...others] = of('98')
  expect(others).toEqual([])
  expect(one!.title).toBe(
    'Quita las negativas «zapato rojo» y «rojo»: frenan la palabra clave «zapato rojo»',
  )
  expect(one!.description).toContain('no dejan salir la palabra clave')
  expect(one!.evidence.change!.operations).toHaveLength(2)
  // What cannot be taken away from here leaves the other without effect too.
  expect(of()[0]!.evidence.change!.operations).toEqual([])
})

test('plurals, accents, another place, or a paused keyword are no conflict', () => {
  expect(blocked({ text: 'rojos' })).toEqual([])
  expect(blocked({ text: 'rójo' })).toEqual([])
  expect(blocked({ campaignId: '2' })).toEqual([])
  expect(blocked({}, { status: 'PAUSED' })).toEqual([])
  expect(blocked({ matchType: 'PHRASE', text: 'rojo zapato' })).toEqual([])
})

test('an exact negative stops only the exact keyword of the same words', () => {
  const negative = { matchType: 'EXACT' as const, text: 'zapato rojo' }
  expect(blocked(negative, { matchType: 'PHRASE' })).toEqual([])
  expect(blocked(negative, { matchType: 'EXACT' })).toHaveLength(1)
})

test('a keyword that mostly brings searches without the negative’s words goes on bringing them', () => {
  const negatives = [
    {
      scope: 'campaign' as const,
      campaignId: '1',
      text: 'gestoría online',
      matchType: 'PHRASE' as const,
    },
  ]
  const word = keyword('gestoría online', sums(400, 20), { matchType: 'BROAD' })
  const among = (stopped: number, free: number) =>
    found(
      sampleAccount({
        negatives,
        keywords: [...base.keywords, word],
        searchTerms: [
          searchTerm('gestoría online barata', sums(stopped, 10), {
            criterionId: word.criterionId,
          }),
          searchTerm('asesoría fiscal', sums(free, 10), { criterionId: word.criterionId }),
        ],
      }),
      RULE,
    )
  expect(among(0, 400)).toEqual([])
  expect(among(150, 250)).toEqual([])
  expect(among(390, 10)).toHaveLength(1)
})

test('what another keyword takes is not lost, nor does it come back without the negative', () => {
  const stopped = keyword('reformas baños', sums(400, 40), { matchType: 'PHRASE' })
  const negative = { scope: 'campaign' as const, campaignId: '1', text: 'baños' }
  const titles = (other: Partial<KeywordFacts<Column>>, negatives: NegativeKeyword[] = []) => {
    const taking = keyword('reformas baños', sums(100, 12), {
      ...{ campaignId: '2', adGroupId: '21', matchType: 'PHRASE' as const },
      ...other,
    })
    const account = sampleAccount({
      campaigns: [...base.campaigns, campaign({ id: '2', name: 'Baños' })],
      keywords: [...base.keywords, stopped, taking],
      negatives: [{ ...negative, matchType: 'BROAD' as const, criterionId: '99' }, ...negatives],
      inventory: {
        regions: ['1', '2'].map((campaignId) => ({
          ...{ campaignId, regionId: 'es-md', name: 'Madrid', sums: sums(500, 20) },
        })),
      },
    })
    return found(account, RULE).map((one) => ({
      title: one.title,
      operations: one.evidence.change!.operations.length,
      hasAmount: one.evidence.forecast !== null,
    }))
  }
  const frees = 'Quita la negativa «baños»: frena la palabra clave «reformas baños»'
  const leaves = 'La negativa «baños» frena la palabra clave «reformas baños», que ya no hace falta'
  expect(titles({})).toEqual([{ title: leaves, operations: 0, hasAmount: false }])
  const lost = [{ title: frees, operations: 1, hasAmount: true }]
  expect(titles({ status: 'PAUSED' })).toEqual(lost)
  expect(titles({ matchType: 'EXACT' })).toEqual(lost)
  expect(titles({ text: 'reformas baños madrid' })).toEqual(lost)
  // There and back are two ways, but for broad match.
  expect(titles({ text: 'baños reformas' })).toEqual(lost)
  expect(titles({ text: 'baños reformas', matchType: 'BROAD' })[0]!.title).toBe(leaves)
  const both = { ...negative, campaignId: '2', matchType: 'EXACT' as const, criterionId: '98' }
  expect(titles({}, [{ ...both, text: 'reformas baños' }])).toEqual(lost)
})

test('what the keyword sold cheaply is what may come back; dearer than the target, no amount is claimed', () => {
  expect(blocked({}, { sums: sums(400, 18) })[0]!.evidence.forecast).toBeNull()
  const [one] = blocked({}, { sums: sums(400, 40) })
  expect(one!.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(0)
  expect(blocked({}, { sums: sums(400, 60) })[0]!.expectedValueMicros).toBeGreaterThan(
    one!.expectedValueMicros,
  )
})

test('a word in five campaigns of a list is one negative', () => {
  const negatives = ['1', '2'].map((campaignId) => ({
    scope: 'shared' as const,
    campaignId,
    listId: '7',
    text: 'rojo',
    matchType: 'BROAD' as const,
  }))
  const keywords = [keyword('zapato rojo', sums(0, 0)), keyword('bota roja rojo', sums(0, 0))]
  const all = found(sampleAccount({ negatives, keywords: [...base.keywords, ...keywords] }), RULE)
  expect(all).toHaveLength(1)
  expect(all[0]!.evidence.table.rows).toHaveLength(2)
})

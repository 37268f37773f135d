import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, plain } from '../../samples/sample-analysis.ts'
import { budgetCurve } from '../../samples/sample-inventory.ts'

const rule = 'bid-targets'

/** 30 € a conversion for the target, of a budget of which a third is left; `said`: the most that one may cost. */
const missed = (target: number, said?: number, conversions = 100) =>
  sampleAccount({
    campaigns: [
      campaign({
        ...{ biddingStrategyType: 'TARGET_CPA', targetCpaMicros: target * MICROS },
        ...{ sums: sums(6_000, conversions), budgetMicros: 50 * MICROS },
      }),
    ],
    searchTerms: [],
    keywords: [],
    ...(said && { targetCpaMicros: said * MICROS }),
  })

const textOf = (account: ReturnType<typeof missed>) => {
  const [card] = found(account, rule)
  expect(unsupportedNumbers(card!)).toEqual([])
  return plain(`${card!.description} ${card!.evidence.change!.after}`)
}

test('a missed target is brought near to what is paid only as far as its owner would pay that', () => {
  const loosened = textOf(missed(20, 31))
  expect(loosened).toContain('Un objetivo más cercano a 29,88 €')
  // It spends two thirds of its budget.
  expect(loosened).not.toContain('se apaga')
  const beyond = textOf(missed(20, 25))
  expect(beyond).toContain('lo que has dicho que puede costar una conversión (25,00 €)')
  expect(beyond).toContain('El objetivo se queda')
  expect(beyond).not.toContain('más cercano')
})

test('where nothing is said, no more than twice the target is taken to be meant', () => {
  expect(textOf(missed(16))).toContain('Un objetivo más cercano a 29,88 €')
  const beyond = textOf(missed(14))
  expect(beyond).toContain('Se paga más del doble de lo que se pide')
  expect(beyond).not.toContain('más cercano')
})

test('it is not said that Google simulates nothing where it does', () => {
  const account = missed(16)
  const [alone] = found(account, rule)
  expect(alone!.estimatedImpact).toContain('no hay simulación de Google')
  const curve = budgetCurve(0.9, '1')
  const simulations = [{ ...curve, type: 'TARGET_CPA' as const }]
  const [simulated] = found({ ...account, inventory: { simulations } }, rule)
  expect(simulated!.estimatedImpact).toContain('lo dice la simulación de Google')
})

test('where a campaign answers no searches, what else spends is looked at', () => {
  const looks = ['SEARCH', 'DEMAND_GEN', 'MULTI_CHANNEL'].map((channelType) => {
    const account = missed(14)
    return textOf({
      ...account,
      campaigns: account.campaigns.map((one) => ({ ...one, channelType })),
    }).match(/mira qué [^,]*(, [^,]*)? se llevan/)?.[0]
  })
  expect(looks).toEqual([
    'mira qué búsquedas, lugares u horas se llevan',
    'mira qué recursos, públicos o ubicaciones se llevan',
    'mira qué recursos o lugares se llevan',
  ])
})

test('nothing of a target is told beside a smaller budget', () => {
  const account = missed(20, 31, 20)
  const well = campaign({ id: '2', name: 'Botas', budgetId: '92', sums: sums(6_000, 240) })
  const both = { ...account, campaigns: [...account.campaigns, well] }
  const told = analyseAccount(both).recommendations.filter(({ campaignId }) => campaignId === '1')
  expect(told.map((one) => one.rule)).toEqual(['campaigns-without-return'])
})

test('more missed targets than are decided one by one are one card of each kind', () => {
  const [one] = missed(20, 31).campaigns
  const several = (count: number) =>
    found(
      {
        ...missed(20, 31),
        campaigns: Array.from({ length: count }, (_, i) => ({
          ...one!,
          ...{ id: `${i + 1}`, name: `Ciudad ${'abcdefghijklmnop'[i]}`, budgetId: `9${i}` },
        })),
      },
      rule,
    )
  expect(several(3)).toHaveLength(3)
  const [card, ...others] = several(12)
  expect(others).toEqual([])
  expect(card!.title).toBe('El objetivo de puja de 12 campañas no se alcanza')
  expect(card!.evidence.table.rows).toHaveLength(12)
  expect(card!.description).toContain(' y 9 más: con objetivos')
  // How many are not named follows from how many there are.
  expect(unsupportedNumbers(card!)).toEqual(['9'])
})

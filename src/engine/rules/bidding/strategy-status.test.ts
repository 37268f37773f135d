import { describe, expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { CampaignSettings } from '../../account/inventory.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount } from '../../samples/sample-account.ts'
import { sayingsOf } from '../../samples/sample-analysis.ts'
import { settings } from '../../samples/sample-inventory.ts'

const { found, reason } = sayingsOf('strategy-status')

/** One campaign for each of these states. */
const account = (
  states: Partial<CampaignSettings>[],
  status: 'ENABLED' | 'PAUSED' = 'ENABLED',
  over: Partial<CampaignFacts<Column>> = {},
) =>
  sampleAccount({
    campaigns: states.map((_, i) =>
      campaign({ id: `${i}`, name: `Campaña ${i}`, status, ...over }),
    ),
    inventory: {
      campaignSettings: states.map((one, i) => settings({ ...one, campaignId: `${i}` })),
    },
  })

describe('what Google says of a bid strategy', () => {
  test('misconfigured is told with the cause and the remedy, before limited', () => {
    const [one] = found(account([{ biddingSystemStatus: 'MISCONFIGURED_SHARED_BUDGET' }]))
    expect(one!.title).toBe(
      'Según Google, la puja de «Campaña 0» está mal configurada: presupuesto compartido',
    )
    expect(one!.description).toContain('presupuesto propio')
    expect(one!.evidence.table.rows[0]!.status).toContain('presupuesto compartido')
    expect(one!.evidence.change!.operations).toEqual([])
    expect(one!.evidence.forecast).toBeNull()
    expect(one!.priority).toBe('medium')
    expect(unsupportedNumbers(one!)).toEqual([])
    const [limited] = found(account([{ biddingSystemStatus: 'LIMITED_BY_CPC_BID_CEILING' }]))
    expect(limited!.title).toContain('limitada por la puja máxima')
    expect(limited!.priority).toBe('low')
  })

  test('a ceiling of bids is taken off only where a target holds the price', () => {
    const told = (over: Partial<CampaignFacts<Column>>) => {
      const capped = { biddingSystemStatus: 'LIMITED_BY_CPC_BID_CEILING' }
      const [one] = found(account([capped, capped], 'ENABLED', over))
      return one!.description
    }
    const smart = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 9 * MICROS }
    expect(told(smart)).toContain('Quita el tope o súbelo')
    for (const biddingStrategyType of ['TARGET_SPEND', 'MAXIMIZE_CONVERSIONS'])
      expect(told({ biddingStrategyType })).toContain('No lo quites: sin un objetivo')
  })

  test('one card for all campaigns of the same state, another for another', () => {
    const cards = found(
      account([
        { biddingSystemStatus: 'LIMITED_BY_DATA' },
        { biddingSystemStatus: 'LIMITED_BY_DATA' },
        { biddingSystemStatus: 'LIMITED_BY_INVENTORY' },
      ]),
    )
    expect(cards.map(({ title }) => title).toSorted()).toEqual([
      'Según Google, la puja de 2 campañas está limitada por falta de datos',
      'Según Google, la puja de «Campaña 2» está limitada por el público al que llega',
    ])
    expect(cards.flatMap(unsupportedNumbers)).toEqual([])
  })

  test('the campaign says it where its strategy gives no state of its own', () => {
    const because = (...primaryStatusReasons: string[]) =>
      found(account([{ primaryStatusReasons }]))
    expect(because('BIDDING_STRATEGY_MISCONFIGURED')[0]!.title).toContain('mal configurada')
    expect(because('BUDGET_MISCONFIGURED')[0]!.title).toContain('el presupuesto no le vale')
    expect(because('BIDDING_STRATEGY_LIMITED')[0]!.title).toContain('limitada')
    expect(because('BIDDING_STRATEGY_LIMITED', 'BUDGET_CONSTRAINED')).toEqual([])
  })

  test('silent about learning, budgets that run out and campaigns that rest', () => {
    for (const biddingSystemStatus of ['ENABLED', 'LEARNING_NEW', 'LIMITED_BY_BUDGET', 'toString'])
      expect(reason(account([{ biddingSystemStatus }]))).toContain('de ninguna campaña activa')
    const reasons = ['BIDDING_STRATEGY_LIMITED']
    const byBudget = { biddingSystemStatus: 'LIMITED_BY_BUDGET', primaryStatusReasons: reasons }
    expect(found(account([byBudget]))).toEqual([])
    expect(found(account([{ biddingSystemStatus: 'LIMITED_BY_DATA' }], 'PAUSED'))).toEqual([])
  })

  test('a state that Google does not give is not called well', () => {
    expect(reason(account([{}]))).toContain('Google no dice en qué estado')
    for (const biddingSystemStatus of ['MULTIPLE', 'UNAVAILABLE', 'UNKNOWN', 'UNSPECIFIED'])
      expect(reason(account([{ biddingSystemStatus }]))).toContain('Google no dice en qué estado')
    const some = reason(account([{ biddingSystemStatus: 'ENABLED' }, {}]))
    expect(some).toContain('de la que dice el estado')
    expect(reason(sampleAccount())).toContain('No se han podido leer')
  })
})

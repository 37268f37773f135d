import { expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { PortfolioSimulation } from '../../account/inventory.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, reasonOf } from '../../samples/sample-analysis.ts'

const rule = 'bid-targets'

/** 12.50 € per conversion in all: 10.71 € in the first campaign, 25 € in the second. */
const CHEAP = { id: '1', name: 'Búsqueda', sums: sums(9_000, 420) }
const DEAR = { id: '2', name: 'Larga cola', sums: sums(3_000, 60) }

function shared(
  target: Partial<CampaignFacts<Column>>,
  more: Partial<WholeSnapshot> = {},
  users: Partial<CampaignFacts<Column>>[] = [CHEAP, DEAR],
): WholeSnapshot {
  const portfolio = { portfolioId: '9', portfolioName: 'Cartera Norte', isPortfolioManaged: false }
  return sampleAccount({
    campaigns: users.map((one) =>
      campaign({ biddingStrategyType: 'TARGET_CPA', ...portfolio, ...target, ...one }),
    ),
    ...more,
  })
}

/** Conversions ~ target^1.2, cost ~ target^1.6 around 12.50 €. */
const simulation = (over: Partial<PortfolioSimulation> = {}): PortfolioSimulation => ({
  portfolioId: '9',
  type: 'TARGET_CPA',
  from: '2026-11-01',
  to: '2026-11-07',
  points: [9, 10, 11, 12, 12.5, 13, 14, 15].map((value) => ({
    value: value * MICROS,
    clicks: 700,
    costMicros: 350 * (value / 12.5) ** 1.6 * MICROS,
    conversionsMicros: 28 * (value / 12.5) ** 1.2 * MICROS,
    valueMicros: 0,
  })),
  ...over,
})

const simulated = (
  target: Partial<CampaignFacts<Column>> = {},
  portfolioSimulations = [simulation()],
  users?: Partial<CampaignFacts<Column>>[],
) =>
  shared(
    { targetCpaMicros: 12.5 * MICROS, ...target },
    { targetCpaMicros: 30 * MICROS, inventory: { portfolioSimulations } },
    users,
  )

test('another target of a portfolio is one change to it, on one card about all its campaigns', () => {
  const cards = found(simulated(), rule)
  expect(cards).toHaveLength(1)
  const [card] = cards
  expect(card!.evidence.change!.operations).toEqual([
    {
      biddingStrategyOperation: {
        updateMask: 'targetCpa.targetCpaMicros',
        update: {
          resourceName: 'customers/{customerId}/biddingStrategies/9',
          targetCpa: { targetCpaMicros: '14370000' },
        },
      },
    },
  ])
  expect(card!.title).toContain('la cartera «Cartera Norte»')
  expect(card!.description).toContain('«Búsqueda» y «Larga cola»')
  expect(card!.campaignId).toBeNull()
  expect(card!.evidence.campaignIds).toEqual(['1', '2'])
  expect(card!.evidence.table.rows.map((row) => row.campaign)).toEqual(['Búsqueda', 'Larga cola'])
  expect(card!.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(0)
  expect(unsupportedNumbers(card!)).toEqual([])
})

test('the field is that of its strategy; with one campaign left the card is about that one', () => {
  const maximising = { biddingStrategyType: 'MAXIMIZE_CONVERSIONS' }
  const [card] = found(simulated(maximising, [simulation()], [CHEAP]), rule)
  const [operation] = card!.evidence.change!.operations as Record<string, { updateMask: string }>[]
  expect(operation!.biddingStrategyOperation!.updateMask).toBe(
    'maximizeConversions.targetCpaMicros',
  )
  expect(card!.campaignId).toBe('1')
  expect(card!.evidence.campaignIds).toBeUndefined()
})

test('what is told of one of its campaigns alone, or of another portfolio, moves nothing', () => {
  expect(found(simulated({}, [simulation({ portfolioId: '8' })]), rule)).toEqual([])
  const { portfolioId: _, ...curve } = simulation()
  const ofCampaign = { simulations: [{ ...curve, campaignId: '1' }] }
  const target = { targetCpaMicros: 12.5 * MICROS }
  const alone = { targetCpaMicros: 30 * MICROS, inventory: ofCampaign }
  expect(found(shared(target, alone), rule)).toEqual([])
  // The same curve does move a campaign that holds its target itself.
  const own = campaign({ ...CHEAP, ...target, biddingStrategyType: 'TARGET_CPA' })
  expect(found(sampleAccount({ campaigns: [own], ...alone }), rule)).toHaveLength(1)
})

test('one of a manager account is told, with nothing to apply from here', () => {
  const [card] = found(simulated({ isPortfolioManaged: true }), rule)
  expect(card!.evidence.change!.operations).toEqual([])
  expect(card!.evidence.change!.after).toContain('cuenta de administrador')
})

test('whether a target can be met is asked of all its campaigns together', () => {
  // The second one misses it by far; together they meet it.
  expect(found(shared({ targetCpaMicros: 12 * MICROS }), rule)).toEqual([])
  expect(reasonOf(shared({ targetCpaMicros: 12 * MICROS }), rule)).toContain('se parecen')
  const [card, ...others] = found(shared({ targetCpaMicros: 8 * MICROS }), rule)
  expect(others).toEqual([])
  expect(card!.title).toContain('El objetivo de la cartera «Cartera Norte» no se alcanza')
  expect(card!.evidence.test.sentence).toContain('el CPA objetivo de la cartera')
  expect(card!.description).toContain('acepta que gasten menos')
  expect(unsupportedNumbers(card!)).toEqual([])
})

test('a target ROAS of a portfolio is asked of what all bring', () => {
  const roas = (targetRoas: number) =>
    shared({ biddingStrategyType: 'MAXIMIZE_CONVERSION_VALUE', targetRoas })
  expect(found(roas(9), rule)).toHaveLength(1)
  expect(found(roas(2), rule)).toEqual([])
})

test('nothing while one of them learns; campaigns that stand still are none of it', () => {
  const learning = {
    campaignId: '2',
    biddingSystemStatus: 'LEARNING_BUDGET_CHANGE',
    primaryStatusReasons: [],
    automations: [],
    restrictedDimensions: [],
  }
  const settings = { inventory: { campaignSettings: [learning] } }
  const target = { targetCpaMicros: 8 * MICROS }
  expect(found(shared(target, settings), rule)).toEqual([])
  const [card] = found(shared(target, {}, [CHEAP, { ...DEAR, status: 'PAUSED' }]), rule)
  expect(card!.campaignId).toBe('1')
})

test('manual bids of a portfolio: the card says that another strategy leaves it', () => {
  const manual = { biddingStrategyType: 'TARGET_SPEND', sums: sums(9_000, 360) }
  const [card] = found(shared(manual, {}, [{ id: '1' }]), 'smart-bidding')
  expect(card!.evidence.counterEvidence.join(' ')).toContain('«Cartera Norte»: con otra estrategia')
  const own = sampleAccount({ campaigns: [campaign(manual)] })
  const [other] = found(own, 'smart-bidding')
  expect(other!.evidence.counterEvidence.join(' ')).not.toContain('cartera')
})

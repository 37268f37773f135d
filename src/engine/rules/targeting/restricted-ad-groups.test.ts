import { expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import type { AdGroupFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import { plain, sayingsOf } from '../../samples/sample-analysis.ts'
import { equippedAccount, healthyInventory, settings } from '../../samples/sample-inventory.ts'

const sayings = sayingsOf('audience-setup')
const found = (inventory: Partial<AccountInventory>, over: Partial<WholeSnapshot>) =>
  sayings.found(equippedAccount(inventory, over))
const { reason } = sayings

test('ad groups that restrict by audiences of their own are told by campaign, with the lists', () => {
  const restricted = (
    dimensions: string[],
    over: Partial<AdGroupFacts> = {},
    more: Partial<AccountInventory> = {},
  ) =>
    found(
      {
        restrictedAdGroups: [
          { campaignId: '1', adGroupId: '11', dimensions, observed: ['GENDER'] },
        ],
        audiences: healthyInventory().audiences!.map((row) => ({ ...row, type: 'USER_INTEREST' })),
        ...more,
      },
      { adGroups: [{ id: '11', campaignId: '1', name: 'Mujer', status: 'ENABLED', ...over }] },
    )
  const [one, ...others] = restricted(['AUDIENCE'])
  expect(others).toEqual([])
  expect(one!.title).toBe('Pasa a observación las audiencias de 1 grupo de «Zapatos»')
  expect(one!.description).toContain('«Mujer»')
  expect(one!.evidence.table.rows).toEqual([{ adGroup: 'Mujer', audiences: 'Visitantes' }])
  expect(one!.evidence.change!.operations).toEqual([
    {
      adGroupOperation: {
        updateMask: 'targetingSetting.targetRestrictions',
        update: {
          resourceName: 'customers/{customerId}/adGroups/11',
          targetingSetting: {
            targetRestrictions: [
              { targetingDimension: 'AUDIENCE', bidOnly: true },
              { targetingDimension: 'GENDER', bidOnly: true },
            ],
          },
        },
      },
    },
  ])
  expect(one!.priority).toBe('medium')
  // Of what was read before these were kept, the others are not known: nothing is written over them.
  const older = {
    restrictedAdGroups: [{ campaignId: '1', adGroupId: '11', dimensions: ['AUDIENCE'] }],
  }
  expect(restricted(['AUDIENCE'], {}, older)[0]!.evidence.change!.operations).toEqual([])
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(restricted(['GENDER'])).toEqual([])
  expect(restricted(['AUDIENCE'], { name: 'Mujer RLSA' })).toEqual([])
  expect(restricted(['AUDIENCE'], { status: 'PAUSED' })).toEqual([])
  // Lists of visitors and customers are more often meant: who put them there opens it by hand.
  const [visitors] = restricted(['AUDIENCE'], {}, { audiences: healthyInventory().audiences })
  expect([visitors!.priority, visitors!.evidence.change!.operations]).toEqual(['low', []])
  // Without audiences of its own there is nothing to restrict it by.
  const elsewhere = healthyInventory().audiences!.map((row) => ({ ...row, adGroupId: '' }))
  expect(restricted(['AUDIENCE'], {}, { audiences: elsewhere })).toEqual([])
  // The campaign's own card says it already.
  const whole = { campaignSettings: [settings({ restrictedDimensions: ['AUDIENCE'] })] }
  expect(restricted(['AUDIENCE'], {}, whole).map(({ title }) => title)).toEqual([
    'Pasa las audiencias de «Zapatos» a observación',
  ])
})

test('a campaign without audiences is shown to all, and one of visitors’ lists is opened by hand', () => {
  const campaignSettings = [
    settings({ restrictedDimensions: ['AUDIENCE'], observedDimensions: ['GENDER'] }),
  ]
  const [first] = healthyInventory().audiences!
  const told = (audiences: AccountInventory['audiences']) =>
    found({ campaignSettings, audiences, userLists: [] }, {}).map(
      ({ priority, evidence }) => `${priority} ${evidence.change!.operations.length}`,
    )
  expect(told([])).toEqual([])
  expect(told([{ ...first!, campaignId: '7' }])).toEqual([])
  expect(told([{ ...first!, adGroupId: '99' }])).toEqual([])
  expect(told([first!])).toEqual(['low 0'])
  expect(told([first!, { ...first!, criterionId: '552', type: 'USER_INTEREST' }])).toEqual([
    'medium 1',
  ])
  expect(told(undefined)).toEqual(['medium 1'])
})

test('a list with another modifier in each ad group is moved by hand, from each of them', () => {
  const [one] = healthyInventory().audiences!
  const told = (...modifiers: (number | undefined)[]) => {
    const audiences = modifiers.map((modifier, i) => {
      const { modifier: _, ...row } = one!
      const own = { ...row, criterionId: `55${i}`, adGroupId: `1${i}`, sums: sums(500, 85) }
      return modifier === undefined ? own : { ...own, modifier }
    })
    const impressionShare = { eligible: 400_000, lostToBudget: 0, lostToRank: 200_000 }
    const own = campaign({ biddingStrategyType: 'MANUAL_CPC', impressionShare })
    const [card] = found({ audiences }, { campaigns: [own] })
    const { before, after, operations } = card!.evidence.change!
    return { before, after: plain(after), operations: operations.length }
  }
  expect(told(1.2, 1.2)).toMatchObject({
    after: expect.stringMatching(/: \+56 %\.$/),
    operations: 2,
  })
  expect(told(1.2, 1.1)).toEqual({
    before: 'Ajuste de puja para «Visitantes»: el que tenga ahora en cada sitio.',
    after: 'Un 30,4 % más que ahora.',
    operations: 0,
  })
  expect(told(1.2, undefined).operations).toBe(0)
})

test('of ad groups that were not read nothing is said to be well', () => {
  const { restrictedAdGroups: _, ...unread } = healthyInventory()
  const said = reason(equippedAccount())
  expect(said).toContain('ni grupo de ellas')
  expect(reason({ ...equippedAccount(), inventory: unread })).toContain(
    'de sus grupos de anuncios no consta',
  )
})

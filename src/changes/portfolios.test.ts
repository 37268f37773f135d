import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { connectAccount } from '../../tests/connected-account.ts'
import { testApp } from '../../tests/harness.ts'
import { changedCampaigns } from '../account-data/changed-campaigns.ts'
import { campaign, sampleAccount, sums } from '../engine/samples/sample-account.ts'
import { found } from '../engine/samples/sample-analysis.ts'
import { unitsOf } from '../features/recommendations/rules/change-units.ts'
import { testedChange } from '../features/recommendations/rules/experiment-way.ts'
import type { CallerContext } from '../platform/context.ts'
import { campaigns } from '../platform/db/schema/entities.ts'
import { type AccountAds, adsOfAccount } from '../platform/google-ads/account-ads.ts'
import { entitiesQuery } from '../platform/google-ads/queries.ts'
import { MICROS } from '../shared/metrics.ts'
import type { Card } from './card-words.ts'
import { logSteps, readSteps, settleLog } from './change-log.ts'
import { faultsOfCards } from './check-cards.ts'
import type { Operation } from './operations.ts'
import { checkSteps } from './plan-steps.ts'
import { makeSteps } from './send.ts'
import { planUndoing, takeBack } from './take-back.ts'

// The card of the rule itself, from the gate to Google and back, on the account whose campaigns share a bid strategy.
const it = testApp()
const SOFTWARE = '6148830291'
const CUSTOMER = 88
let ads: AccountAds
let ctx: CallerContext
let users: User[] = []

type User = {
  id: number
  name: string
  portfolioId: number
  portfolioName: string
  targetMicros: number
}

beforeAll(async () => {
  const owner = await it.signIn()
  const row = await connectAccount(it, {
    customerId: CUSTOMER,
    userId: owner.userId,
    googleCustomerId: SOFTWARE,
    loginCustomerId: '7203941186',
    name: 'Nubia Software',
    currencyCode: 'MXN',
    timeZone: 'America/Mexico_City',
  })
  ads = await adsOfAccount(it.ctx, row)
  const caller = { userId: owner.userId, sessionHash: '', plan: null } as const
  ctx = { ...it.ctx, caller: { ...caller, role: 'user', isActive: true, readOnly: false } }
  users = await readUsers()
  const common = { customerId: CUSTOMER, status: 'ENABLED', channelType: 'SEARCH' }
  const [{ portfolioId, portfolioName, targetMicros }] = users as [User]
  const target = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: targetMicros }
  const stored = { ...common, ...target, portfolioId, portfolioName }
  await it.ctx.db
    .insert(campaigns)
    .values([
      ...users.map(({ id, name }) => ({ ...stored, campaignId: id, name })),
      { ...stored, campaignId: 1, name: 'Parada', status: 'PAUSED' },
      { ...common, campaignId: 2, name: 'Otra', biddingStrategyType: 'MANUAL_CPC' },
    ])
})

/** Enabled campaigns with a portfolio, as Google has them. */
async function readUsers(): Promise<User[]> {
  const fields = ['campaign.id', 'campaign.name', 'bidding_strategy.id', 'bidding_strategy.name']
  const target = 'bidding_strategy.target_cpa.target_cpa_micros'
  const where = ["campaign.status = 'ENABLED'"]
  const query = entitiesQuery({ from: 'campaign', fields: [...fields, target], where })
  return (await ads.search(query)).flatMap(({ campaign: own, biddingStrategy: shared }) =>
    shared?.id
      ? {
          id: Number(own?.id),
          name: own?.name ?? '',
          portfolioId: Number(shared.id),
          portfolioName: shared.name ?? '',
          targetMicros: Number(shared.targetCpa?.targetCpaMicros),
        }
      : [],
  )
}

/** What the rule says of the account when Google's simulation promises much for a higher target. */
function cardOf() {
  const [{ portfolioId, targetMicros }] = users as [User]
  const cost = (targetMicros / MICROS) * 240
  const facts = users.map(({ id, name, portfolioName }) =>
    campaign({
      id: String(id),
      name,
      biddingStrategyType: 'TARGET_CPA',
      portfolioId: String(portfolioId),
      portfolioName,
      targetCpaMicros: targetMicros,
      sums: sums(9_000, 240, cost / 9_000),
    }),
  )
  const points = [0.7, 0.85, 1, 1.15, 1.3].map((factor) => ({
    value: targetMicros * factor,
    clicks: 700,
    costMicros: 1_000 * factor ** 1.6 * MICROS,
    conversionsMicros: 28 * factor ** 1.2 * MICROS,
    valueMicros: 0,
  }))
  const curve = { type: 'TARGET_CPA' as const, from: '2026-11-10', to: '2026-11-16', points }
  const base = sampleAccount()
  const snapshot = sampleAccount({
    account: { ...base.account, currencyCode: 'MXN' },
    campaigns: facts,
    targetCpaMicros: 3 * targetMicros,
    inventory: { portfolioSimulations: [{ ...curve, portfolioId: String(portfolioId) }] },
  })
  return found(snapshot, 'bid-targets')[0]!
}

const operationsOf = ({ evidence }: Card) =>
  JSON.parse(
    JSON.stringify(evidence.change!.operations).replaceAll('{customerId}', SOFTWARE),
  ) as Operation[]
const targets = async () => [
  ...new Set((await readUsers()).map(({ targetMicros }) => targetMicros)),
]

test('its card passes the gate, is applied to the portfolio and taken back', async () => {
  expect(users.length).toBeGreaterThan(1)
  const card = cardOf()
  expect(await faultsOfCards(it.ctx, ads.account, [card])).toEqual([[]])
  const operations = operationsOf(card)
  const steps = await checkSteps(ctx, ads, operations, card)
  expect(steps.map(({ refusal }) => refusal)).toEqual([null])
  expect(steps[0]!.summary).toBe(`Cambiar la cartera de pujas «${users[0]!.portfolioName}»`)
  expect(steps[0]!.values).toMatchObject([{ label: 'CPA objetivo' }])

  const applicationId = randomUUID()
  const rows = await logSteps(ctx, CUSTOMER, steps, { kind: 'test', applicationId })
  const made = await makeSteps(ads, steps, rows)
  await settleLog(ctx, CUSTOMER, made)
  expect(made.results.map(({ outcome }) => outcome)).toEqual(['done'])
  const before = users[0]!.targetMicros
  const [after, ...others] = await targets()
  expect(others).toEqual([])
  expect(after! / before).toBeCloseTo(1.15, 2)

  const logged = await readSteps(ctx, CUSTOMER, applicationId)
  const undone = await takeBack(ctx, ads, await planUndoing(ads, logged))
  expect(undone.results.map(({ outcome }) => outcome)).toEqual(['done'])
  expect(await targets()).toEqual([before])
  expect(await readUsers()).toEqual(users)
})

test('all its campaigns count as changed, and no half or experiment parts them', async () => {
  const card = cardOf()
  const ids = [...users.map(({ id }) => String(id)), '1'].sort()
  const bare = { ...card, campaignId: null, evidence: { change: card.evidence.change } }
  expect(await changedCampaigns(it.ctx, CUSTOMER, [bare])).toEqual(ids)
  expect(unitsOf(operationsOf(card))).toBeNull()
  const tested = testedChange(operationsOf(card))
  expect(tested).toEqual({ refusal: expect.stringContaining('todas las que la usan') })
})

test('a step larger than what is prudent, or one that the card does not say, is no step', async () => {
  const card = cardOf()
  const [operation] = operationsOf(card)
  const { updateMask, update } = operation!.biddingStrategyOperation!
  const micros = String(Math.round(users[0]!.targetMicros * 1.4))
  const larger = {
    biddingStrategyOperation: {
      updateMask,
      update: { ...(update as object), targetCpa: { targetCpaMicros: micros } },
    },
  }
  const [step] = await checkSteps(ctx, ads, [larger], card)
  expect(step!.conflicts.map(({ kind }) => kind).sort()).toEqual([
    'contradicts_card',
    'step_too_large',
  ])
  expect(await targets()).toEqual([users[0]!.targetMicros])
})

test('a target that was moved meanwhile is not moved again', async () => {
  const card = cardOf()
  const [{ targetMicros, portfolioId }] = users as [User]
  const set = (micros: number) =>
    ads.mutate(
      [
        {
          biddingStrategyOperation: {
            updateMask: 'targetCpa.targetCpaMicros',
            update: {
              resourceName: `customers/${SOFTWARE}/biddingStrategies/${portfolioId}`,
              targetCpa: { targetCpaMicros: String(micros) },
            },
          },
        },
      ],
      { partialFailure: false },
    )
  await set(targetMicros + MICROS)
  const [step] = await checkSteps(ctx, ads, operationsOf(card), card)
  expect(step!.conflicts.map(({ kind }) => kind)).toContain('changed')
  await set(targetMicros)
})

test('nothing sets the bidding of a campaign of a portfolio, which would take it out', async () => {
  const card = cardOf()
  const own = (id: number): Operation => ({
    campaignOperation: {
      updateMask: 'targetCpa.targetCpaMicros',
      update: {
        resourceName: `customers/${SOFTWARE}/campaigns/${id}`,
        targetCpa: { targetCpaMicros: '90000000' },
      },
    },
  })
  const change = (operations: Operation[]) => ({ ...card.evidence.change!, operations })
  const wrong = { ...card, evidence: { ...card.evidence, change: change([own(users[0]!.id)]) } }
  const [faults] = await faultsOfCards(it.ctx, ads.account, [wrong])
  expect(faults).toContainEqual(expect.stringContaining('la sacaría de ella'))
  const [step] = await checkSteps(ctx, ads, [own(users[0]!.id)], wrong)
  expect(step!.conflicts.map(({ kind }) => kind)).toContain('leaves_portfolio')
  const pausing = {
    updateMask: 'status',
    update: { ...(own(users[0]!.id).campaignOperation!.update as object), status: 'PAUSED' },
  }
  const [pause] = await checkSteps(ctx, ads, [{ campaignOperation: pausing }], card)
  expect(pause!.conflicts.map(({ kind }) => kind)).not.toContain('leaves_portfolio')
})

import { describe, expect, test } from 'vitest'
import * as spanish from '#shared/spanish-numbers.ts'
import type { Unit } from '#shared/unit-text.ts'
import { contextOf } from '../account/context.ts'
import type { AccountInventory } from '../account/inventory.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import { analyseAccount } from '../analyse-account.ts'
import type { OwnedFinding } from '../findings/owned-finding.ts'
import { campaign, sums } from '../samples/sample-account.ts'
import {
  ad,
  equippedAccount,
  healthyInventory,
  INT64_MICROS,
  maxCampaign,
  neglectedAccount,
} from '../samples/sample-inventory.ts'
import { sayIn } from '../words/say.ts'
import { AD_RULES } from './ads/ads-rules.ts'
import { RULE_NAMES } from './rules.ts'
import { TARGETING_RULES } from './targeting/targeting-rules.ts'

const RULES = [...TARGETING_RULES, ...AD_RULES]
const OWN: readonly string[] = RULES.map(({ name }) => name)

/** What the rules say before ranking takes off what others already claim. */
function findingsOf(snapshot: AccountSnapshot): OwnedFinding[] {
  const context = contextOf(snapshot, sayIn(snapshot.account.currencyCode, spanish))
  return RULES.flatMap(({ run }) => run(snapshot, context).findings)
}

const own = (snapshot: AccountSnapshot) => {
  const { recommendations, silenced } = analyseAccount(snapshot)
  return {
    recommendations: recommendations.filter(({ rule }) => OWN.includes(rule)),
    silenced: silenced.filter(({ rule }) => OWN.includes(rule)),
  }
}

test('the rules about the inventory run in the order in which they are listed', () => {
  expect(OWN).toEqual(RULE_NAMES.slice(RULE_NAMES.indexOf('device-performance')))
})

test('a healthy account gets nothing, and each rule says why', () => {
  const { recommendations, silenced } = own(equippedAccount())
  expect(recommendations.map(({ title }) => title)).toEqual([])
  expect(silenced.map(({ rule }) => rule)).toEqual(OWN)
  expect(silenced.filter(({ reason }) => !reason.endsWith('.'))).toEqual([])
})

test('a neglected account is told of every problem', () => {
  const found = new Set(findingsOf(neglectedAccount()).map(({ rule }) => rule.name))
  expect(OWN.filter((rule) => !found.has(rule))).toEqual([])
})

test('no two findings share an identity', () => {
  const prints = findingsOf(neglectedAccount()).map(({ fingerprint }) => fingerprint)
  expect(new Set(prints).size).toBe(prints.length)
})

test('every number in the texts is on the card', () => {
  for (const finding of findingsOf(neglectedAccount())) {
    const known = cardNumbers(finding)
    const { change } = finding.card
    const texts = [
      finding.title,
      finding.description,
      finding.whyNow,
      change?.before,
      change?.after,
    ]
    for (const figure of texts.join(' ').match(/-?\d[\d.,]*/g) ?? []) {
      const bare = figure.replace(/[.,]$/, '')
      // A change is written with its own sign: '−30 %'.
      const isKnown = known.includes(bare) || known.includes(`-${bare}`)
      expect(isKnown, `${bare} in «${finding.title}»`).toBe(true)
    }
  }
})

test('nothing is left undefined or without a sentence', () => {
  for (const finding of findingsOf(neglectedAccount())) {
    const { card, title } = finding
    const text = JSON.stringify({
      ...finding,
      impact: finding.impact(''),
    })
    expect(text, title).not.toMatch(/undefined|NaN|Infinity/)
    expect(finding.title + finding.description + finding.whyNow).not.toContain('—')
    expect(card.test.sentence.endsWith('.'), title).toBe(true)
    expect(card.counterEvidence.length, title).toBeGreaterThan(0)
    expect(card.table.rows.length, title).toBeGreaterThan(0)
  }
})

test('no euro of a campaign is promised twice', () => {
  const { recommendations } = analyseAccount(neglectedAccount())
  const saved = recommendations
    .filter(({ campaignId, evidence }) => campaignId === '1' && evidence.forecast?.kpi === 'cost')
    .reduce((sum, { expectedValueMicros }) => sum + expectedValueMicros, 0)
  const monthly = neglectedAccount().campaigns[0]!.sums.costMicros / 3
  expect(saved).toBeGreaterThan(0)
  expect(saved).toBeLessThan(monthly)
})

test('the order of the rows changes nothing', () => {
  const account = neglectedAccount()
  const reversed = Object.fromEntries(
    Object.entries(account.inventory!).map(([key, rows]) => [
      key,
      Array.isArray(rows) ? rows.toReversed() : rows,
    ]),
  ) as AccountInventory
  expect(JSON.stringify(analyseAccount({ ...account, inventory: reversed }))).toBe(
    JSON.stringify(analyseAccount(account)),
  )
})

test('in another currency the same is found, in the same places', () => {
  const account = neglectedAccount()
  const dear = JSON.parse(JSON.stringify(account), (key, value) =>
    /^(cost|value|budget|before|after)Micros$/.test(key) ? value * 128 : value,
  ) as AccountSnapshot
  const identity = (snapshot: AccountSnapshot) =>
    analyseAccount(snapshot).recommendations.map((r) => [r.fingerprint, r.priority])
  expect(identity(dear)).toEqual(identity(account))
})

describe('bad input is met with silence and a reason', () => {
  test('an account of which only the sums are known', () => {
    const { recommendations, silenced } = own(equippedAccount({}, { inventory: undefined }))
    expect(recommendations).toEqual([])
    expect(silenced.map(({ rule }) => rule)).toEqual(OWN)
  })

  test('each part of the inventory missing in turn', () => {
    for (const part of Object.keys(healthyInventory()) as (keyof AccountInventory)[]) {
      const { recommendations, silenced } = own(equippedAccount({ [part]: undefined }))
      expect(
        recommendations.map(({ title }) => title),
        part,
      ).toEqual([])
      expect(silenced.length, part).toBe(OWN.length)
    }
  })

  test('no conversions: only what needs none is said', () => {
    const barren = JSON.parse(JSON.stringify(neglectedAccount()), (key, value) =>
      key === 'conversionsMicros' || key === 'valueMicros' ? 0 : value,
    ) as AccountSnapshot
    const findings = findingsOf(barren)
    expect(findings.filter(({ drawMonthlyNet }) => drawMonthlyNet)).toEqual([])
    expect(findings.length).toBeGreaterThan(5)
  })

  test('every campaign paused', () => {
    const account = neglectedAccount()
    const campaigns = account.campaigns.map((one) => ({ ...one, status: 'PAUSED' as const }))
    const findings = findingsOf({ ...account, campaigns })
    expect(findings.map(({ rule }) => rule.name)).toEqual(['automatic-changes'])
  })

  test('only Performance Max', () => {
    const account = { ...neglectedAccount(), campaigns: [maxCampaign()], keywords: [] }
    const rules = new Set(findingsOf(account).map(({ rule }) => rule.name))
    expect([...rules].sort()).toEqual(['automatic-changes', 'performance-max-setup'])
  })

  test('an imported report advises and sends nothing to Google', () => {
    const account = neglectedAccount()
    const imported = { ...account, account: { ...account.account, source: 'imported' as const } }
    const findings = findingsOf(imported)
    expect(findings.length).toBeGreaterThan(10)
    expect(findings.flatMap(({ card }) => card.change?.operations ?? [])).toEqual([])
  })

  test('emoji, other alphabets and slashes in names', () => {
    const odd = (text: unknown) => (typeof text === 'string' ? `👟${text}/=» туфли` : text)
    const account = JSON.parse(JSON.stringify(neglectedAccount()), (key, value) =>
      ['name', 'text', 'placement', 'url', 'term'].includes(key) ? odd(value) : value,
    ) as AccountSnapshot
    expect(() => analyseAccount(account)).not.toThrow()
    expect(analyseAccount(account).recommendations.length).toBeGreaterThan(10)
  })

  test('micros at the edge of int64, and conversions above the clicks', () => {
    const huge = JSON.parse(JSON.stringify(neglectedAccount()), (key, value) =>
      /^(cost|value|budget)Micros$/.test(key) ? INT64_MICROS / 200 : value,
    ) as AccountSnapshot
    const many = JSON.parse(JSON.stringify(neglectedAccount()), (key, value) =>
      key === 'conversionsMicros' ? value * 40.5 : value,
    ) as AccountSnapshot
    for (const account of [huge, many]) {
      expect(JSON.stringify(analyseAccount(account))).not.toMatch(/NaN|Infinity|:null,"monthly/)
    }
  })

  test('a week of data', () => {
    const account = equippedAccount(
      { ads: [ad()] },
      {
        window: { from: '2026-11-08', to: '2026-11-14' },
        campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC', sums: sums(60, 2) })],
      },
    )
    expect(findingsOf(account).filter(({ drawMonthlyNet }) => drawMonthlyNet)).toEqual([])
  })
})

/** Numbers of a card as the product prints them, and those inside its names. */
function cardNumbers({ card }: OwnedFinding): string[] {
  const units = new Map(card.table.columns.map(({ key, unit }) => [key, unit]))
  const print = (value: string | number | null, unit: Unit | undefined): string => {
    if (typeof value !== 'number') return String(value)
    if (unit === 'money') return spanish.money(value, 'EUR')
    if (unit === 'percent') return spanish.percent(value, 1).replace(',0\u00a0', '\u00a0')
    if (unit === 'quantity') return spanish.quantity(value)
    return unit === 'decimal' ? spanish.decimal(value, 1) : spanish.integer(value)
  }
  const printed = [
    ...[...card.figures, ...card.test.numbers].map(({ value, unit }) => print(value, unit)),
    ...card.table.rows.flatMap((row) =>
      Object.entries(row).map(([k, v]) => print(v, units.get(k))),
    ),
  ]
  return printed
    .flatMap((text) => text.match(/-?\d[\d.,]*/g) ?? [])
    .map((n) => n.replace(/[.,]$/, ''))
}

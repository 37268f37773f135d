import { type Operation, type Target, targetOf } from '#changes/operations.ts'
import { negativeBlocks } from '#engine/account/matches.ts'
import type { Factors, Response } from './demo-shop-facts.ts'

/** One operation that is in force, with what its place was before. */
export type InForce = {
  operation: Operation
  before: { bidMicros?: number; budgetMicros?: number }
}

/**
 * How the sample shop's customers answer changes; not known to the engine. The others answer a higher bid with one of theirs, and higher up come those who only look;
 * more budget brings people who only look.
 */
export function responseTo(changes: readonly InForce[]): Response {
  const asked = changes.map(({ operation, before }) => ({ target: targetOf(operation), before }))
  const known = new Map<string, Factors>()
  const answer = (at: Place) =>
    asked
      .map(({ target, before }) => factorsOf(target, before, at))
      .reduce(
        (all, one) => ({
          clicks: all.clicks * one.clicks,
          buys: all.buys * one.buys,
          price: all.price * one.price,
        }),
        NONE,
      )
  return {
    of: (at) => {
      const key = `${at.campaignId} ${at.criterionId} ${at.text}`
      const factors = known.get(key) ?? answer(at)
      known.set(key, factors)
      return factors
    },
  }
}

const NONE: Factors = { clicks: 1, buys: 1, price: 1 }
const GONE: Factors = { clicks: 0, buys: 1, price: 1 }

type Place = Parameters<Response['of']>[0]

function factorsOf(target: Target, before: InForce['before'], at: Place): Factors {
  const { wanted, resourceName } = target
  const [id = '', criterion = ''] = (resourceName?.split('/').at(-1) ?? '').split('~')
  const text = wanted['keyword.text']
  if (typeof text === 'string') return ofKeyword(target, text, at)
  if (wanted.amountMicros !== undefined && Number(id) === at.campaignId)
    return ofBudget(Number(wanted.amountMicros) / (before.budgetMicros ?? Number.NaN))
  if (Number(criterion) !== at.criterionId) return NONE
  if (wanted.status === 'PAUSED') return GONE
  if (wanted.cpcBidMicros === undefined) return NONE
  return ofBid(Number(wanted.cpcBidMicros) / (before.bidMicros ?? Number.NaN))
}

function ofKeyword({ wanted }: Target, text: string, at: Place): Factors {
  const matchType = String(wanted['keyword.matchType']) as 'EXACT' | 'PHRASE' | 'BROAD'
  if (at.text === '' || !negativeBlocks({ text, matchType }, at.text)) return NONE
  const campaign = Number(
    String(wanted.campaign ?? '')
      .split('/')
      .at(-1),
  )
  if (wanted.negative === true) return campaign === at.campaignId ? GONE : NONE
  return { clicks: 1.06, buys: 1.03, price: 0.98 }
}

function ofBid(times: number): Factors {
  if (!(times > 0)) return NONE
  return { clicks: times ** 0.3, buys: times > 1 ? times ** -0.5 : 1, price: times }
}

/** What is added only looks: all of it is lost, and no more than it. */
function ofBudget(times: number): Factors {
  if (!(times > 0)) return NONE
  const buys = times > 1 ? 1 / times : 1
  return { clicks: times, buys, price: 1 }
}

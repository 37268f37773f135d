import {
  type EffectPlace,
  hasTooManyChanges,
  isWithoutControl,
  readEffectEvidence,
} from '#account-data/effect-evidence.ts'
import { readLost } from '#account-data/measured-change.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { EngineView } from '#account-data/snapshot/engine-view.ts'
import type { SaidWorth } from '#engine/account/worth-of-conversions.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { lonePromiseOf, mayPromise } from '#engine/effect/lone-promise.ts'
import { LOOK_WEEKS, type Look, MOST_WEEKS } from '#engine/effect/looks.ts'
import { type MeasuredEffect, measureEffect } from '#engine/effect/measure-effect.ts'
import type { CountedSales } from '#engine/effect/sold-by-value.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import type { Context } from '#platform/context.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import { effectKindOf, effectPlaceOf } from '../rules/effect-place.ts'
import type { LoneOutlook } from '../rules/promise-texts.ts'
import { readCompanions } from './companions.ts'
import { readOwnResources, resourcesOf } from './own-resources.ts'

type Card = {
  body: Analysed
  campaignIds: readonly string[]
  worth: SaidWorth | null
  /** Left out: by number. */
  sales?: CountedSales
  engine?: EngineView
}

/** The weeks behind us, judged as if it had been applied before them: what they are told apart by is what the next ones will be. */
export async function readLoneOutlook(
  ctx: Context,
  account: Account,
  card: Card,
): Promise<LoneOutlook> {
  const place = effectPlaceOf(card.body, card.campaignIds)
  if (!place) return { promise: null, reason: 'everything' }
  const { forbidden, together } = await knownToday(ctx, account, place, card.body)
  if (forbidden) return { promise: null, reason: forbidden }
  const past: MeasuredEffect[] = []
  for (let weeks = LOOK_WEEKS; weeks <= MOST_WEEKS; weeks += LOOK_WEEKS) {
    const look = { weeks, fractions: past.at(-1)?.fractions ?? [] }
    const measured = await measurePast(ctx, account, card, { place, look })
    if (!measured) break
    past.push(measured)
    if (!mayPromise(measured) || measured.fractions.at(-1) === 1) break
  }
  const [first] = past
  if (!first) return { promise: null, reason: 'no-data', together }
  const reason = first.reason === 'no-control' ? 'no-past' : first.reason
  return { promise: lonePromiseOf(past), reason, together }
}

/** Were it applied today: what would keep it from being measured, and with what it would be measured as one. As is said once it is. */
async function knownToday(
  ctx: Context,
  account: Account,
  place: EffectPlace,
  body: Analysed,
): Promise<{ forbidden: 'no-control' | 'too-many-changes' | null; together: string[] }> {
  const appliedOn = dayInZone(ctx.clock.now(), account.timeZone)
  const windows = effectWindows(appliedOn, LAG_DAYS)
  const named = { id: NONE, appliedOn, ...place }
  const companions = await readCompanions(ctx, account, named)
  const ownResources = resourcesOf(body, account.googleCustomerId)
  for (const one of companions) ownResources.push(...(await readOwnResources(ctx, account, one)))
  const asked = { place, windows, ownResources }
  const together = companions.map((one) => (one.body as Analysed).title)
  if (await isWithoutControl(ctx, account, asked)) return { forbidden: 'no-control', together }
  const isCrowded = await hasTooManyChanges(ctx, account.customerId, asked)
  return { forbidden: isCrowded ? 'too-many-changes' : null, together }
}

/** It is not applied yet. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** Null where not all of its days are known. */
async function measurePast(
  ctx: Context,
  account: Account,
  { body, worth, sales = 'by-number', engine }: Card,
  { place, look }: { place: EffectPlace; look: Look },
): Promise<MeasuredEffect | null> {
  const { dataFrom, dataTo, granularity } = account
  if (granularity !== 'day' || !dataTo || !dataFrom) return null
  const made = addDays(dataTo, -look.weeks * 7 - EFFECT_THRESHOLDS.blackoutDays.value)
  const windows = effectWindows(made, LAG_DAYS, look.weeks)
  if (windows.before.from < dataFrom) return null
  const evidence = await readEffectEvidence(ctx, account, { place, windows, ownResources: [] })
  const lost = engine ? await readLost(engine, windows) : []
  const asked = { kind: effectKindOf(body), ...evidence, worth, sales, look, lost }
  return measureEffect({ ...asked, confounders: 0 })
}

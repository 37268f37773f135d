import { wordOf } from '#shared/ads-words/forms.ts'
import { BIDDING_STRATEGIES } from '#shared/ads-words/settings.ts'
import { MICROS } from '#shared/metrics.ts'
import { money, percent, plural, quantity } from '#shared/spanish-numbers.ts'
import { isValueBidding } from '../account/bidding-strategy.ts'
import type { Target } from '../account/context.ts'
import { isLearning } from '../account/known-settings.ts'
import { isSupposed } from '../account/targets.ts'
import type { Figure } from '../findings/recommendation.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { GoogleAdvice, Surroundings } from './advice.ts'
import type { Knowledge, PromisedPrice } from './promised-price.ts'

/** Conversions in the window of what it is about, those still to be reported included; 0 where that is unknown. */
export function conversionsOf({ campaign, jointSums, knownShare }: Surroundings): number {
  const sums = campaign?.sums ?? jointSums
  if (!sums || knownShare <= 0) return 0
  return sums.conversionsMicros / MICROS / knownShare
}

export function monthlyConversions(around: Surroundings): number {
  return (conversionsOf(around) * THRESHOLDS.monthDays.value) / around.days
}

/** What one of the campaign's conversions brings, micros; undefined where Google's values do not tell them apart. */
export function worthOf({ campaign, valuesTell }: Surroundings): number | undefined {
  if (!campaign || !valuesTell) return undefined
  const { valueMicros = 0, conversionsMicros } = campaign.sums
  return conversionsMicros > 0 && valueMicros > 0
    ? (valueMicros / conversionsMicros) * MICROS
    : undefined
}

/** Whose promise is one of value, also where the campaign bids for something else now. */
const OF_VALUE = /ROAS|CONVERSION_VALUE/

export function worthWhereBidFor(
  { type }: GoogleAdvice,
  around: Surroundings,
): Pick<Knowledge, 'worthMicros'> {
  const { campaign } = around
  const worthMicros = worthOf(around)
  const counts = OF_VALUE.test(type) || (campaign !== null && isValueBidding(campaign))
  return counts && worthMicros !== undefined ? { worthMicros } : {}
}

/** What its own history says, independent of Google's promise. */
export function historyFigures(around: Surroundings): Figure[] {
  const { campaign, settings, days } = around
  const sums = campaign?.sums ?? around.jointSums
  if (!sums) return []
  const conversions = conversionsOf(around)
  const { costMicros } = sums
  const learning = isLearning(settings)
  const bidding = wordOf<string>(BIDDING_STRATEGIES, campaign?.biddingStrategyType ?? '')
  return [
    figure('cost', `Coste en ${plural(days, 'día', 'días')}`, 'money', costMicros),
    figure('conversions', 'Conversiones en ese tiempo', 'quantity', conversions),
    figure(
      'cpa',
      'Coste por conversión hasta ahora',
      'money',
      conversions > 0 ? costMicros / conversions : null,
    ),
    ...(bidding === undefined ? [] : [figure('bidding', 'Puja', 'text', bidding)]),
    ...(learning ? [figure('learning', 'Estado de la puja', 'text', 'Aprendiendo')] : []),
  ]
}

export function promiseFigures({ impact }: GoogleAdvice, price: PromisedPrice | null): Figure[] {
  if (!impact || !price) return []
  return [
    figure('baseCost', 'Coste a la semana, sin ella', 'money', impact.base.costMicros ?? null),
    figure('extraCost', 'Más coste a la semana', 'money', price.extraCostMicros),
    figure(
      'baseConversions',
      'Conversiones a la semana, sin ella',
      'quantity',
      impact.base.conversions ?? null,
    ),
    ...(price.extraValueMicros === null
      ? [
          figure(
            'extraConversions',
            'Más conversiones a la semana',
            'quantity',
            price.extraConversions,
          ),
        ]
      : [
          figure('extraValue', 'Más valor a la semana', 'money', price.extraValueMicros),
          figure(
            'extraConversions',
            'Tanto como estas conversiones',
            'quantity',
            price.extraConversions,
          ),
        ]),
    figure('marginal', 'Cada conversión de más', 'money', price.marginalMicros),
    figure('marginalLow', 'Como poco (80 %)', 'money', price.lowMicros),
    figure('marginalHigh', 'Como mucho (80 %)', 'money', price.highMicros),
  ]
}

export const ORIGINS: Record<Target['origin'], string> = {
  value: 'Lo que vale aquí una conversión',
  campaign: 'CPA objetivo de la campaña',
  roas: 'Lo que permite su ROAS objetivo',
  actions: 'Lo que vale una conversión, de media',
  goal: 'CPA que te has fijado',
  reported: 'Valor que Google registra por conversión',
  otherRoas: 'Lo que permite el ROAS de otras campañas',
  average: 'CPA medio de la cuenta, sin marca',
  rest: 'CPA medio del resto de la cuenta, sin marca',
}

export function targetFigures(target: Target | null, probability: number | null): Figure[] {
  if (!target) return []
  return [
    figure('target', ORIGINS[target.origin], 'money', target.micros),
    ...(probability === null
      ? []
      : [figure('probability', 'Probabilidad de que salga a cuenta', 'percent', probability)]),
  ]
}

/** '… y aquí pueden costar 15 €': never as a fact where its owner has not said it. */
export function mayCost(target: Target, say: ReturnType<typeof saying>): string {
  return `${isSupposed(target) ? 'se supone que aquí' : 'aquí'} pueden costar ${say.money(target.micros)}`
}

export function figure(
  key: string,
  label: string,
  unit: Figure['unit'],
  value: Figure['value'],
): Figure {
  return { key, label, unit, value }
}

/** Spanish phrases with the account's currency. */
export function saying({ currencyCode }: Surroundings) {
  return {
    money: (micros: number) => money(micros, currencyCode),
    quantity: (value: number) => quantity(value),
    chance: (p: number) =>
      p >= 0.995 ? 'más del 99 %' : p < 0.005 ? 'menos del 1 %' : percent(p, 0),
  }
}

/** A number of Google's JSON, which prints int64 as text; null for anything else. */
export function numberAt(json: unknown, ...path: string[]): number | null {
  const found = path.reduce(
    (at, key) => (at as Record<string, unknown> | null | undefined)?.[key],
    json,
  )
  const value = typeof found === 'string' && found !== '' ? Number(found) : found
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** '1 conversión', '0,5 conversiones': as many as a sentence counts. */
export function conversionsText(say: ReturnType<typeof saying>, conversions: number): string {
  const text = say.quantity(conversions)
  return `${text} ${text === '1' ? 'conversión' : 'conversiones'}`
}

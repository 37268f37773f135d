import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../account/context.ts'
import { limitOf } from '../account/targets.ts'
import type { EvidenceCard, Figure } from '../findings/recommendation.ts'
import { expectedCpa, type WasteVerdict } from '../findings/waste.ts'
import { comesInParts } from '../statistics/conversion-evidence.ts'
import { figuresOf, isSold } from './say.ts'
import {
  certainty,
  comingClicks,
  comingClicksCaveat,
  conversionCaveats,
  limitName,
} from './shared-texts.ts'

type Sums = { clicks: number; costMicros: number; conversionsMicros?: number }

/** Figures that every finding of waste shows; money in micros. */
export function wasteFigures(context: Context, sums: Sums, verdict: WasteVerdict, target: Target) {
  const month = context.monthFactor * sums.costMicros
  const conversions = (sums.conversionsMicros ?? 0) / MICROS
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    clicks: { label: 'Clics', unit: 'integer', value: sums.clicks },
    cost: { label: 'Coste', unit: 'money', value: sums.costMicros },
    conversions: { label: 'Conversiones', unit: 'quantity', value: conversions },
    costPerConversion: {
      label: 'Coste por conversión',
      unit: 'money',
      value: conversions > 0 ? sums.costMicros / conversions : null,
    },
    monthlyCost: { label: 'Coste al mes', unit: 'money', value: month },
    target: { label: 'Coste de referencia por conversión', unit: 'money', value: limitOf(target) },
    breakEven: { label: 'Tasa de conversión necesaria', unit: 'percent', value: verdict.breakEven },
    rate: { label: 'Tasa de conversión estimada', unit: 'percent', value: verdict.rate },
    expectedCpa: {
      label: 'Coste por conversión estimado',
      unit: 'money',
      value: sums.clicks > 0 ? expectedCpa(sums.costMicros / sums.clicks, verdict.posterior) : null,
    },
    expected: {
      label: 'Conversiones que deberían haber llegado',
      unit: 'decimal',
      value: verdict.knownClicks * verdict.breakEven,
    },
    probability: certainty(verdict.probability),
    knownShare: {
      label: 'Parte de los clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
    credit: creditOf(context),
    recentPrice: {
      label: 'Precio reciente del clic, sobre el del periodo',
      unit: 'percent',
      value: context.recentPrice === 1 ? null : context.recentPrice,
    },
    comingClicks: comingClicks(context),
    visibleShare: {
      label: 'Parte del coste cuyas búsquedas se ven',
      unit: 'percent',
      value: context.visibleShare,
    },
  })
}

/** Of a conversion that Google splits among several clicks; null where they are whole. */
function creditOf({ measurement }: Context) {
  const { credit } = measurement
  const value = comesInParts(credit) ? credit.mean : null
  return { label: 'Parte media de cada conversión', unit: 'percent' as const, value }
}

/** The test behind every finding of waste, in one sentence and with its numbers. */
export function wasteTest(
  figures: ReturnType<typeof wasteFigures>,
  verdict: WasteVerdict,
  target: Target,
): EvidenceCard['test'] {
  const { show } = figures
  const known = verdict.posterior.map(({ weight, shape, rate }, i) => [
    {
      key: `weight${i}`,
      label: `Peso del grupo ${i + 1}`,
      unit: 'percent' as const,
      value: weight,
    },
    { key: `shape${i}`, label: `Gamma ${i + 1}: forma`, unit: 'quantity' as const, value: shape },
    { key: `rate${i}`, label: `Gamma ${i + 1}: clics`, unit: 'quantity' as const, value: rate },
  ])
  return {
    name: 'Gamma–Poisson con reparto previo aprendido de la cuenta',
    sentence: `Para pagar como mucho ${show('target')} por conversión (${limitName(target)}), estos clics deberían haber traído ${figures.someConversions('expected')} y ${brought(figures)}. Con lo que es normal en la cuenta, y con lo que un mes difiere de otro, hay una probabilidad del ${show('probability')} de que el mes que viene cada conversión salga por encima de esa referencia: de que gasten más de lo que traen.`,
    numbers: [...known.flat(), ...figures.list.filter(isKnownCredit)],
  }
}

const isKnownCredit = ({ key, value }: Figure): boolean => key === 'credit' && value !== null

/** 'no han traído ninguna' or 'han traído 1,5'. */
function brought({ list, show }: WasteFigures): string {
  return isSold(list) ? `han traído ${show('conversions')}` : 'no han traído ninguna'
}

/** End of a title: 'sin ninguna conversión' or what each has cost. */
export function wasteOutcome(figures: WasteFigures): string {
  const { show } = figures
  return isSold(figures.list)
    ? `cada conversión le cuesta ${show('costPerConversion')}`
    : `${show('cost')} sin ninguna conversión`
}

/** '12 clics …' goes on with what came of them. */
export function wasteText(figures: WasteFigures): string {
  const { show } = figures
  return isSold(figures.list)
    ? `que costaron ${show('cost')} y dejaron ${figures.count('conversions', 'conversión', 'conversiones')}: a ${show('costPerConversion')} cada una, frente a ${show('target')} de referencia`
    : 'y ninguno terminó en conversión (compra, llamada o formulario)'
}

type WasteFigures = ReturnType<typeof wasteFigures>

export function wasteWhyNow(figures: ReturnType<typeof wasteFigures>): string {
  return `Sigue gastando unos ${figures.show('monthlyCost')} al mes.`
}

export function wasteCaveats(
  context: Context,
  figures: ReturnType<typeof wasteFigures>,
  protectsName: string,
): string[] {
  return [
    ...conversionCaveats(context, figures.show('knownShare')),
    ...recentPriceCaveat(figures),
    ...comingClicksCaveat(figures.show('comingClicks')),
    `Google atribuye la conversión a otros clics si ${protectsName} solo intervino antes, en el camino hasta la compra.`,
  ]
}

function recentPriceCaveat({ show }: WasteFigures): string[] {
  const price = show('recentPrice')
  if (price === '—') return []
  return [
    `En las últimas semanas un clic de la cuenta cuesta el ${price} de lo que costó de media en el periodo; la previsión cuenta con ese precio.`,
  ]
}

/** What Google hides is neither counted nor promised. */
export function hiddenTermsCaveat(figures: ReturnType<typeof wasteFigures>): string[] {
  const share = figures.show('visibleShare')
  if (!isPart(share)) return []
  return [`Google solo muestra las búsquedas del ${share} del coste; del resto no se afirma nada.`]
}

/** Where all of them are shown, to the digit that is printed, there is nothing to doubt. */
export const isPart = (share: string) => share !== '—' && !/^100\D/.test(share)

/** Words stop hidden searches too: how far the forecast counts on it. */
export function hiddenWordsCaveat(figures: ReturnType<typeof wasteFigures>): string[] {
  const share = figures.show('visibleShare')
  if (!isPart(share)) return []
  return [
    `Google solo muestra las búsquedas del ${share} del coste. La previsión cuenta del resto como mucho el doble de lo que cuestan las mostradas que amplían una palabra clave, y supone que ahí estas palabras pesan entre un tercio de lo que pesan en ellas y lo mismo.`,
  ]
}

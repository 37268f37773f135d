import type { Context, Target } from '../context.ts'
import type { EvidenceCard } from '../recommendation.ts'
import { THRESHOLDS } from '../thresholds.ts'
import type { WasteVerdict } from '../waste.ts'
import { figuresOf } from './say.ts'
import { certainty, conversionCaveats, targetName } from './shared-texts.ts'

type Sums = { clicks: number; costMicros: number }

/** Figures that every finding of waste shows; money in micros. */
export function wasteFigures(context: Context, sums: Sums, verdict: WasteVerdict, target: Target) {
  const month = context.monthFactor * sums.costMicros
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    clicks: { label: 'Clics', unit: 'integer', value: sums.clicks },
    cost: { label: 'Coste', unit: 'money', value: sums.costMicros },
    monthlyCost: { label: 'Coste al mes', unit: 'money', value: month },
    target: { label: 'Coste de referencia por conversión', unit: 'money', value: target.micros },
    breakEven: { label: 'Tasa de conversión necesaria', unit: 'percent', value: verdict.breakEven },
    rate: { label: 'Tasa de conversión estimada', unit: 'percent', value: verdict.rate },
    expected: {
      label: 'Conversiones que deberían haber llegado',
      unit: 'decimal',
      value: verdict.knownClicks * verdict.breakEven,
    },
    probability: certainty(verdict.probability),
    knownShare: {
      label: 'Clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
    visibleShare: {
      label: 'Coste en búsquedas visibles',
      unit: 'percent',
      value: context.visibleShare,
    },
  })
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
    sentence: `Para pagar como mucho ${show('target')} por conversión (${targetName(target)}), estos clics deberían haber traído unas ${show('expected')} conversiones y no han traído ninguna. Con lo que es normal en la cuenta, hay una probabilidad del ${show('probability')} de que cada conversión salga al menos un ${Math.round((THRESHOLDS.wastefulFactor.value - 1) * 100)} % más cara.`,
    numbers: known.flat(),
  }
}

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
    `Google atribuye la conversión a otros clics si ${protectsName} solo intervino antes, en el camino hasta la compra.`,
  ]
}

/** What Google hides is neither counted nor promised. */
export function hiddenTermsCaveat(figures: ReturnType<typeof wasteFigures>): string[] {
  const share = figures.show('visibleShare')
  if (share === '—') return []
  return [`Google solo muestra las búsquedas del ${share} del coste; del resto no se afirma nada.`]
}

export const savingImpact = ({ low, high }: { low: string; high: string }): string =>
  `Ahorro neto de entre ${low} y ${high} al mes`

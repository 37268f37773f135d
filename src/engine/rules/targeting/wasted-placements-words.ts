import type { Context } from '../../account/context.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { withAmount } from '../../words/setup-texts.ts'
import type { JudgedSlice } from './slice-waste.ts'
import { sliceCaveats, sliceFigures, sliceTable, sliceTest } from './slice-words.ts'

export function placementTexts(
  context: Context,
  slices: readonly JudgedSlice[],
  part: 'apps' | 'places',
  operations: MutateOperation[],
) {
  const figures = sliceFigures(context, slices)
  const { show } = figures
  const { name } = slices[0]!.campaign
  const count = figures.count('slices', 'ubicación', 'ubicaciones')
  const isApps = part === 'apps'
  const only = slices.length === 1 ? `la ubicación ${slices[0]!.label}` : count
  const what = isApps ? 'aplicaciones móviles' : only
  const isBarren = slices.every(({ sums }) => sums.conversionsMicros <= 0)
  const conversions = figures.count('conversions', 'conversión', 'conversiones')
  const shown = slices.slice(0, THRESHOLDS.placementsShown.value)
  return {
    title: `Excluye ${what} en «${name}»: ${show('monthlyCost')} al mes ${isBarren ? 'sin resultado' : 'a un precio demasiado alto'}`,
    description: isApps
      ? `Los anuncios de «${name}» dentro de aplicaciones (juegos, linternas, calculadoras) han costado ${show('cost')} en ${show('days')} días y han traído ${conversions}. Muchos de esos clics son toques sin querer.`
      : `En ${count} de «${name}» se han gastado ${show('cost')} en ${show('days')} días ${isBarren ? 'sin ninguna conversión' : `y han traído ${conversions}, muy por debajo de lo que haría falta`}. ${slices.length === 1 ? `Es ${slices[0]!.label}.` : 'La tabla dice cuáles son.'}`,
    whyNow: `Ahí se siguen gastando unos ${show('monthlyCost')} al mes.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: isApps
        ? sliceTable('Dónde', [
            { label: slices[0]!.label, sums: slices[0]!.sums },
            { label: 'Las demás ubicaciones', sums: slices[0]!.rest },
          ])
        : sliceTable('Ubicación', shown),
      test: sliceTest(figures, slices),
      counterEvidence: [
        ...sliceCaveats(context, figures, slices),
        'Quien ve un anuncio ahí y compra otro día buscando la marca no se cuenta aquí.',
        ...(slices.length > shown.length ? ['La tabla enseña solo las de más coste.'] : []),
      ],
      change: {
        operations,
        before: `«${name}» se muestra en ${what}.`,
        after: isApps
          ? `«${name}» deja de mostrarse en aplicaciones (se excluye la categoría en Google Ads).`
          : `«${name}» deja de mostrarse en ${what}.`,
      },
    },
  }
}

export const NO_CLICKS =
  'Google no da clics por ubicación: o no hay campañas de Display activas, o son de Máximo rendimiento, de las que solo da impresiones.'

export const NONE_TO_SELL =
  'Las campañas que se muestran en otras webs no buscan conversiones, o tienen muy pocas para decir qué ubicaciones son peores que las demás.'

export const NOTHING_SURE =
  'Ninguna ubicación tiene clics suficientes para asegurar que sus conversiones salen demasiado caras.'

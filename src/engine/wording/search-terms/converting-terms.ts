import type { Context } from '../../context.ts'
import type { MutateOperation } from '../../recommendation.ts'
import type { Harvest } from '../../rules/search-terms/converting-terms.ts'
import { THRESHOLDS } from '../../thresholds.ts'
import { columnsOf, figuresOf } from '../say.ts'
import { certainty, conversionCaveats, targetName } from '../shared-texts.ts'

export function convertingTermTexts(
  context: Context,
  harvest: Harvest,
  operations: MutateOperation[],
) {
  const { term, target } = harvest
  const figures = harvestFigures(context, harvest)
  const { show } = figures
  const adGroup = context.adGroups.get(harvest.adGroupId)?.name ?? ''
  return {
    titulo: `Añade «${term.text}» como palabra clave: ${figures.count('conversions', 'conversión', 'conversiones')} a ${show('costPerConversion')}`,
    descripcion: `Esta búsqueda llega por otras palabras clave de «${term.campaign.name}» y convierte a ${show('costPerConversion')}, frente a ${show('target')} de referencia. Con su propia palabra clave exacta se controla su puja y su anuncio, y no depende de que Google decida mostrarla.`,
    whyNow: `En ${show('days')} días ha traído ${figures.count('conversions', 'conversión', 'conversiones')} y todavía no es palabra clave.`,
    impact: ({ low, high }: { low: string; high: string }) =>
      `Entre ${low} y ${high} al mes en conversiones (supuesto: hasta un ${show('uplift')} más)`,
    card: {
      figures: figures.list,
      table: {
        columns: columnsOf(
          'term',
          'campaign',
          'adGroup',
          'impressions',
          'clicks',
          'cost',
          'conversions',
        ),
        rows: term.rows.map(({ adGroupId, sums }) => ({
          term: term.text,
          campaign: term.campaign.name,
          adGroup: context.adGroups.get(adGroupId)?.name ?? '',
          impressions: sums.impressions,
          clicks: sums.clicks,
          cost: sums.costMicros,
          conversions: sums.conversionsMicros / 1_000_000,
        })),
      },
      test: {
        name: 'Gamma–Poisson con reparto previo aprendido de la cuenta',
        sentence: `Hay una probabilidad del ${show('probability')} de que su coste real por conversión esté por debajo de ${show('target')} (${targetName(target)}), aun descontando la suerte.`,
        numbers: figures.list.filter(({ key }) =>
          ['probability', 'rate', 'breakEven'].includes(key),
        ),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'Hoy ya salen anuncios en esta búsqueda: lo que se gana es control. El aumento es un supuesto, no una medición.',
      ],
      change: {
        operations,
        before: `«${term.text}» no es palabra clave.`,
        after: `Palabra clave exacta [${term.text}] activa en el grupo de anuncios «${adGroup}».`,
      },
    },
  }
}

function harvestFigures(context: Context, harvest: Harvest) {
  const { sums } = harvest.term
  const conversions = sums.conversionsMicros / 1_000_000
  return figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    clicks: { label: 'Clics', unit: 'integer', value: sums.clicks },
    cost: { label: 'Coste', unit: 'money', value: sums.costMicros },
    conversions: { label: 'Conversiones', unit: 'quantity', value: conversions },
    costPerConversion: {
      label: 'Coste por conversión',
      unit: 'money',
      value: sums.costMicros / conversions,
    },
    target: {
      label: 'Coste de referencia por conversión',
      unit: 'money',
      value: harvest.target.micros,
    },
    rate: { label: 'Tasa de conversión estimada', unit: 'percent', value: harvest.rate },
    breakEven: { label: 'Tasa de conversión necesaria', unit: 'percent', value: harvest.breakEven },
    uplift: {
      label: 'Aumento máximo supuesto',
      unit: 'percent',
      value: THRESHOLDS.harvestUpliftMax.value,
    },
    probability: certainty(harvest.probability),
    knownShare: {
      label: 'Clics con tiempo para convertir',
      unit: 'percent',
      value: context.measurement.knownShare,
    },
  })
}

import { addDays } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import type { Outage, TrackingProblem } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { EvidenceTable } from '../../findings/recommendation.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { certainty } from '../../words/shared-texts.ts'
import { actionTable } from './action-table.ts'

/** Days shown on each side of an outage. */
const MARGIN_DAYS = 5

export function conversionTrackingTexts(
  problem: TrackingProblem,
  snapshot: AccountSnapshot,
  context: Context,
) {
  if (problem.kind === 'outage') return outageTexts(problem.outage, snapshot, context)
  if (problem.kind === 'no-conversions') return barrenTexts(problem, snapshot, context)
  return noPrimaryTexts(snapshot, context)
}

function outageTexts(outage: Outage, snapshot: AccountSnapshot, context: Context) {
  const figures = figuresOf(context.say, {
    from: { label: 'Primer día sin conversiones', unit: 'day', value: outage.from },
    to: { label: 'Último día sin conversiones', unit: 'day', value: outage.to },
    days: { label: 'Días sin conversiones', unit: 'integer', value: outage.days },
    clicks: { label: 'Clics de esos días', unit: 'integer', value: outage.clicks },
    cost: { label: 'Gasto de esos días', unit: 'money', value: outage.costMicros },
    expected: { label: 'Conversiones esperadas', unit: 'decimal', value: outage.expected },
    probability: certainty(1 - outage.tail),
  })
  const { show } = figures
  const when =
    outage.from === outage.to ? `el ${show('from')}` : `del ${show('from')} al ${show('to')}`
  return {
    titulo: outage.ongoing
      ? `Revisa la medición: sin conversiones desde el ${show('from')}`
      : `La medición de conversiones falló ${when}`,
    descripcion: `Hubo ${figures.count('clicks', 'clic', 'clics')} y ${show('cost')} de gasto ${when} sin ninguna conversión, cuando lo normal habrían sido unas ${show('expected')}. Lo más probable es que la etiqueta de conversión (el código que las cuenta) dejara de funcionar.`,
    whyNow: outage.ongoing
      ? 'Sigue pasando: cada día sin medir engaña a las pujas automáticas y a estas recomendaciones.'
      : 'Las pujas automáticas han aprendido de esos días; conviene excluirlos en Google Ads.',
    impact: () => `${show('cost')} de gasto sin medir; no se promete ningún ahorro`,
    card: {
      window: watchedDays(snapshot),
      figures: figures.list,
      table: dayTable(outage, snapshot),
      test: {
        name: 'Binomial negativa sobre los días seguidos sin conversiones',
        sentence: `Al ritmo de los demás días, esos clics habrían traído unas ${show('expected')} conversiones; que no llegue ninguna por azar es tan raro que hay una probabilidad del ${show('probability')} de que algo haya fallado.`,
        numbers: figures.list.filter(({ key }) => ['expected', 'probability'].includes(key)),
      },
      counterEvidence: [
        'También puede ser una caída de la web o del formulario: entonces se perdieron ventas de verdad.',
        'Si las conversiones se importan de otro sistema, pueden llegar más tarde.',
      ],
      change: null,
    },
  }
}

function barrenTexts(
  problem: Extract<TrackingProblem, { kind: 'no-conversions' }>,
  snapshot: AccountSnapshot,
  context: Context,
) {
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    clicks: { label: 'Clics', unit: 'integer', value: problem.clicks },
    cost: { label: 'Coste', unit: 'money', value: context.sums.costMicros },
    probability: certainty(problem.probability),
  })
  const { show } = figures
  return {
    titulo: `Revisa la medición: ${figures.count('clicks', 'clic', 'clics')} y ninguna conversión`,
    descripcion: `En ${show('days')} días la cuenta ha gastado ${show('cost')} sin registrar ninguna conversión. Antes de cambiar nada más, comprueba que la etiqueta de conversión (el código que las cuenta) está instalada.`,
    whyNow: 'Sin conversiones no se puede saber qué gasto sirve y cuál no.',
    impact: () => `${show('cost')} de gasto sin medir; no se promete ningún ahorro`,
    card: {
      figures: figures.list,
      table: actionTable(snapshot.conversionActions ?? []),
      test: {
        name: 'Predictiva gamma–Poisson con una tasa habitual del 2 %',
        sentence: `Con una tasa de conversión corriente, tantos clics sin ninguna conversión indican, con una probabilidad del ${show('probability')}, que la medición falla.`,
        numbers: figures.list.filter(({ key }) => key === 'probability'),
      },
      counterEvidence: ['En negocios con muy pocas ventas por clic, puede ser solo mala suerte.'],
      change: null,
    },
  }
}

function noPrimaryTexts(snapshot: AccountSnapshot, context: Context) {
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    clicks: { label: 'Clics', unit: 'integer', value: context.sums.clicks },
    cost: { label: 'Coste', unit: 'money', value: context.sums.costMicros },
  })
  const { show } = figures
  return {
    titulo: 'Activa una conversión principal: ahora no hay ninguna',
    descripcion: `La cuenta ha gastado ${show('cost')} en ${show('days')} días sin ninguna acción de conversión principal activa (la que Google usa para optimizar). Elige la que mejor represente una venta o un contacto.`,
    whyNow: 'Mientras no haya una, las pujas automáticas trabajan a ciegas.',
    impact: () => `${show('cost')} de gasto sin medir; no se promete ningún ahorro`,
    card: {
      figures: figures.list,
      table: actionTable(snapshot.conversionActions ?? []),
      test: {
        name: 'Comprobación directa',
        sentence:
          'No hay azar que valorar: ninguna acción de conversión está activa y es principal.',
        numbers: [],
      },
      counterEvidence: ['Una cuenta que solo busca visitas o notoriedad puede no necesitarla.'],
      change: null,
    },
  }
}

/** The days looked at reach yesterday: an outage is not to wait for late conversions. */
function watchedDays(snapshot: AccountSnapshot) {
  const days = snapshot.accountDays.map(({ day }) => day).toSorted()
  return { from: days[0]!, to: days.at(-1)! }
}

function dayTable(outage: Outage, snapshot: AccountSnapshot): EvidenceTable {
  const from = addDays(outage.from, -MARGIN_DAYS)
  const to = addDays(outage.to, MARGIN_DAYS)
  const days = snapshot.accountDays.filter(({ day }) => day >= from && day <= to)
  return {
    columns: columnsOf('day', 'clicks', 'cost', 'conversions'),
    rows: days
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map(({ day, clicks, costMicros, conversionsMicros }) => ({
        day,
        clicks,
        cost: costMicros,
        conversions: conversionsMicros / 1_000_000,
      })),
  }
}

import type { Context } from '../../account/context.ts'
import type { TrackingProblem } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { figuresOf } from '../../words/say.ts'
import { certainty } from '../../words/shared-texts.ts'
import { actionLossTexts } from './action-loss-words.ts'
import { actionTable } from './action-table.ts'
import { outageTexts, partialLossTexts } from './lost-days-words.ts'
import { valuesLostTexts } from './values-lost-words.ts'

export function conversionTrackingTexts(
  problem: TrackingProblem,
  snapshot: AccountSnapshot,
  context: Context,
) {
  switch (problem.kind) {
    case 'outage':
      return outageTexts(problem.loss, snapshot, context)
    case 'partial-loss':
      return partialLossTexts(problem.loss, snapshot, context)
    case 'action-loss':
      return actionLossTexts(problem.loss, snapshot, context)
    case 'values-lost':
      return valuesLostTexts(problem.loss, context)
    case 'no-conversions':
      return barrenTexts(problem, snapshot, context)
    case 'no-primary-action':
      return noPrimaryTexts(snapshot, context)
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
    cost: { label: 'Coste', unit: 'money', value: context.sums.costMicros ?? null },
    probability: certainty(problem.probability),
  })
  const { show } = figures
  return {
    title: `Revisa la medición: ${figures.count('clicks', 'clic', 'clics')} y ninguna conversión`,
    description: `En ${show('days')} días la cuenta ha gastado ${show('cost')} sin registrar ninguna conversión. Antes de cambiar nada más, comprueba que la etiqueta de conversión (el código que las cuenta) está instalada.`,
    whyNow: 'Sin conversiones no se puede saber qué gasto sirve y cuál no.',
    impact: () => `${show('cost')} de gasto sin medir; no se promete ningún ahorro`,
    card: {
      figures: figures.list,
      table: actionTable(snapshot.conversionActions ?? []),
      test: {
        name: 'Probabilidad de no ver ninguna conversión, con las tasas que tienen unas cuentas y otras',
        sentence: `Con las tasas de conversión corrientes, tantos clics sin ninguna conversión indican, con una probabilidad del ${show('probability')}, que la medición falla.`,
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
    clicks: { label: 'Clics', unit: 'integer', value: context.sums.clicks ?? null },
    cost: { label: 'Coste', unit: 'money', value: context.sums.costMicros ?? null },
  })
  const { show } = figures
  return {
    title: 'Activa una conversión principal: ahora no hay ninguna',
    description: `La cuenta ha gastado ${show('cost')} en ${show('days')} días sin ninguna acción de conversión principal activa (la que Google usa para optimizar). Elige la que mejor represente una venta o un contacto.`,
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

export const NO_CLICKS = 'No hay clics en el periodo: no hay nada que medir.'

export const NO_DAYS =
  'Los datos no vienen por días: no se puede comprobar si la medición falló alguno.'

export const NOT_IN_REPORT =
  'El informe no trae conversiones: puede que falte esa columna o que no se midan.'

export const NONE_IN_REPORT =
  'El informe dice que no hubo ninguna conversión: no se sabe si no se miden o si no las hubo.'

export const TOO_FEW_CLICKS =
  'Todavía no hay conversiones, pero tampoco clics suficientes para saber si la medición falla.'

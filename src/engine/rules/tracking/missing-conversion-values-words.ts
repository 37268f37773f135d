import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { ConversionKind } from '../../account/conversion-kinds.ts'
import type { CampaignFacts, ConversionAction } from '../../account/snapshot.ts'
import type { EvidenceTable } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, listed, withoutAmount } from '../../words/setup-texts.ts'

export type MissingValues = {
  /** Conversions of value 0 or 1, and all; of the sales actions where known by action, else of the account. */
  empty: number
  conversions: number
  byValue: readonly CampaignFacts[]
  actions: readonly { action: ConversionAction; empty: number; conversions: number }[]
}

export function missingValueTexts(context: Context, missing: MissingValues) {
  const { empty, conversions, byValue } = missing
  const figures = figuresOf(context.say, {
    days: { label: 'Días analizados', unit: 'integer', value: context.days },
    conversions: { label: 'Conversiones', unit: 'quantity', value: conversions },
    empty: { label: 'Conversiones sin valor propio', unit: 'quantity', value: empty },
    share: { label: 'Parte sin valor propio', unit: 'percent', value: empty / conversions },
  })
  const { show } = figures
  const names = listed(byValue.map(({ name }) => `«${name}»`))
  const bids = byValue.length === 1 ? 'puja' : 'pujan'
  const isMost = empty >= THRESHOLDS.emptyValueShare.value * conversions
  return {
    title: !isMost
      ? `Envía el valor de todas las conversiones: al ${show('share')} le falta, y ${names} ${bids} por valor`
      : byValue.length > 0
        ? `Envía el valor de las conversiones: ${names} ${bids} por valor y no lo ${byValue.length === 1 ? 'recibe' : 'reciben'}`
        : 'Envía el importe de cada compra a Google Ads',
    description: `De ${show('conversions')} conversiones en ${show('days')} días, el ${show('share')} llegó sin importe, o con el que Google pone por defecto. ${byValue.length > 0 ? 'Una puja por valor (ROAS) que no conoce el importe trata igual una venta grande y una pequeña.' : 'Sin importe no se puede saber qué campañas traen las ventas grandes ni pujar por ingresos.'}`,
    whyNow:
      byValue.length > 0
        ? isMost
          ? 'La campaña está decidiendo pujas con un dato que no existe.'
          : 'Las pujas compran menos de lo que llega sin importe, y el ROAS que se ve es menor que el real.'
        : 'Es el paso previo para poder pujar por ingresos y no solo por número de ventas.',
    impact: withoutAmount('primero hay que saber cuánto vale cada venta.'),
    card: {
      figures: figures.list,
      table: tableOf(missing),
      test: directCheck('No hay azar que valorar: son los importes que la etiqueta ha enviado.'),
      counterEvidence: [
        'Si todas las ventas valen casi lo mismo, basta con un valor fijo distinto del que viene por defecto.',
      ],
      change: {
        operations: [],
        before: isMost
          ? 'La etiqueta de conversión no envía el importe.'
          : 'Una parte de las conversiones llega sin importe: mira en la tabla de qué acción.',
        after:
          'La etiqueta envía el importe de cada venta, o la acción lleva un valor fijo realista (Objetivos › Conversiones › Editar configuración).',
      },
    },
  }
}

type UnlikeKinds = {
  kinds: readonly ConversionKind[]
  /** Campaigns that may bring the rarer ones. */
  own: readonly CampaignFacts[]
}

export function unlikeKindsTexts(context: Context, { kinds, own }: UnlikeKinds) {
  const all = kinds.reduce((sum, { total }) => sum + total, 0)
  const figures = figuresOf(context.say, {
    kinds: { label: 'Clases de conversión', unit: 'integer', value: kinds.length },
    share: { label: 'Parte de la más frecuente', unit: 'percent', value: kinds[0]!.total / all },
  })
  const named = ({ names }: Pick<ConversionKind, 'names'>) => listed(names.map((one) => `«${one}»`))
  const bare = kinds.filter(({ isValued }) => !isValued)
  const names = bare.flatMap((kind) => kind.names)
  const isSome = bare.length > 0 && bare.length < kinds.length
  const lacking = isSome
    ? `${named({ names })} ${names.length === 1 ? 'llega' : 'llegan'} sin importe propio`
    : 'no constan valores que las distingan'
  const campaigns = listed(own.map(({ name }) => `«${name}»`))
  const meanwhile =
    own.length > 0
      ? `Hasta que conste, ${campaigns} se ${own.length === 1 ? 'juzga' : 'juzgan'} aquí solo con su propio coste medio.`
      : 'Hasta que conste, también aquí cuentan todas por igual.'
  return {
    title: `Di cuánto vale cada clase de conversión: ${listed(kinds.map(named))} cuentan igual`,
    description: `Son principales conversiones de clases distintas, y ${lacking}; el ${figures.show('share')} son de la más frecuente (${named(kinds[0]!)}). Una campaña que trae las otras parece cara aunque gane más, y las pujas buscan lo que abunda. ${meanwhile}`,
    whyNow: 'Mientras no conste, no se puede saber en qué campaña rinde más el dinero.',
    impact: withoutAmount('cambia lo que se mide, no lo que se gasta.'),
    card: {
      figures: figures.list,
      table: {
        columns: columnsOf('action', 'conversions'),
        rows: kinds.map((kind) => ({ action: listed(kind.names), conversions: kind.total })),
      },
      test: directCheck('No hay azar que valorar: lo dicen las categorías de las acciones.'),
      counterEvidence: [
        'Si para tu negocio valen casi lo mismo, pon el mismo valor a todas.',
        'La campaña puede usar sus propios objetivos y no contar las demás.',
      ],
      change: {
        operations: [],
        before: isSome
          ? `Todas cuentan como una conversión; sin importe propio, ${named({ names })}.`
          : 'Todas cuentan como una conversión, sin un valor que las distinga.',
        after:
          'Cada acción lleva su valor en Google Ads (Objetivos › Conversiones › Editar configuración), o lo dices en los ajustes de esta cuenta, en «Cuánto vale una conversión». Lo que no es negocio por sí mismo pasa a «secundaria».',
      },
    },
  }
}

function tableOf({ actions, byValue }: MissingValues): EvidenceTable {
  if (actions.length === 0) {
    return {
      columns: columnsOf('campaign', 'cost', 'conversions'),
      rows: byValue.map(({ name, sums }) => ({
        campaign: name,
        cost: sums.costMicros,
        conversions: sums.conversionsMicros / MICROS,
      })),
    }
  }
  return {
    columns: [
      ...columnsOf('action', 'conversions'),
      { key: 'empty', label: 'Sin valor propio', unit: 'quantity' },
    ],
    rows: actions.map(({ action, conversions, empty }) => ({
      action: action.name,
      conversions,
      empty,
    })),
  }
}

export const NO_NEED =
  'Ninguna campaña puja por valor ni se miden compras: el valor no es imprescindible.'

export const FEW = 'Hay muy pocas conversiones en el periodo para saber si llegan con su valor.'

/** `share`: of the conversions those without a value, fraction. */
export const valued = ({ say }: Context, share: number): string =>
  share > THRESHOLDS.emptyValueUsual.value
    ? `El ${say.percent(1 - share, 0)} de las conversiones llega con su valor.`
    : 'Las conversiones llegan con su valor.'

import { COUNTING_TYPES } from '#shared/ads-words/settings.ts'
import type { Context } from '../../account/context.ts'
import type { ConversionAction } from '../../account/snapshot.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import {
  countColumn,
  directCheck,
  listed,
  textColumn,
  withoutAmount,
} from '../../words/setup-texts.ts'
import { categoryName } from './action-table.ts'

/** Conversions near the end of the click window: others after it go uncounted. */
export type LateConversions = { share: number; conversions: number; lookbackDays: number }

const NO_AMOUNT = withoutAmount('cambia lo que se mide, no lo que se gasta.')

export function countingTexts(context: Context, actions: readonly ConversionAction[]) {
  const names = quoted(actions)
  const figures = figuresOf(context.say, {
    actions: { label: 'Acciones mal contadas', unit: 'integer', value: actions.length },
  })
  return {
    title: `Corrige el recuento de ${names}`,
    description:
      'Una compra se cuenta cada vez, porque cada una suma; un contacto, solo una por clic, porque la misma persona que envía dos formularios sigue siendo un cliente. Aquí está al revés, y el coste por conversión sale falseado.',
    whyNow: 'Las pujas automáticas reparten el dinero según ese recuento.',
    impact: NO_AMOUNT,
    card: {
      figures: figures.list,
      table: {
        columns: [...columnsOf('action', 'category'), textColumn('counting', 'Recuento')],
        rows: actions.map(({ name, category, countingType }) => ({
          action: name,
          category: categoryName(category),
          counting: countingType ? COUNTING_TYPES[countingType] : null,
        })),
      },
      test: directCheck('No hay azar que valorar: es un ajuste de la acción de conversión.'),
      counterEvidence: [
        ...(actions.some(isSale)
          ? ['Si casi nadie compra dos veces tras un mismo clic, las cifras apenas cambian.']
          : []),
        ...(actions.every(isSale)
          ? []
          : ['Si cada formulario es un pedido distinto, contarlos todos es lo correcto.']),
        'Al corregirlo, las cifras nuevas no se comparan bien con las de antes.',
      ],
      change: {
        operations: [],
        before: actions
          .map(
            ({ name, countingType }) =>
              `«${name}»: ${COUNTING_TYPES[countingType ?? 'ONE_PER_CLICK']}.`,
          )
          .join(' '),
        after: actions
          .map(
            ({ name, category }) =>
              `«${name}»: ${isSale({ category }) ? COUNTING_TYPES.MANY_PER_CLICK : COUNTING_TYPES.ONE_PER_CLICK}.`,
          )
          .join(' '),
      },
    },
  }
}

const isSale = ({ category }: Pick<ConversionAction, 'category'>) => category === 'PURCHASE'

export function attributionTexts(context: Context, actions: readonly ConversionAction[]) {
  const names = quoted(actions)
  const figures = figuresOf(context.say, {
    actions: { label: 'Acciones sin atribución por datos', unit: 'integer', value: actions.length },
  })
  return {
    title: `Pasa ${names} a la atribución basada en datos`,
    description:
      'Con otro modelo, todo el mérito suele ir al último clic, y los anuncios que empiezan el camino hasta la compra parecen no servir. La atribución basada en datos reparte el mérito según lo que de verdad ayudó.',
    whyNow: 'Es la que Google usa por defecto y la que mejor entienden las pujas automáticas.',
    impact: NO_AMOUNT,
    card: {
      figures: figures.list,
      table: {
        columns: [...columnsOf('action', 'category'), textColumn('model', 'Modelo de atribución')],
        rows: actions.map(({ name, category, attributionModel }) => ({
          action: name,
          category: categoryName(category),
          model: /LAST_CLICK/.test(attributionModel ?? '') ? 'Último clic' : 'Otro modelo',
        })),
      },
      test: directCheck('No hay azar que valorar: es un ajuste de la acción de conversión.'),
      counterEvidence: [
        'Quien cuadra sus ventas con otro sistema por último clic puede preferir que coincidan.',
        'Al cambiarlo, las conversiones se reparten de otro modo entre campañas durante unas semanas.',
      ],
      change: {
        operations: [],
        before: `${names}: otro modelo de atribución.`,
        after: `${names}: atribución basada en datos.`,
      },
    },
  }
}

export function shortLookbackTexts(
  context: Context,
  late: LateConversions,
  actions: readonly ConversionAction[],
) {
  const figures = figuresOf(context.say, {
    share: { label: 'Conversiones en el último tramo', unit: 'percent', value: late.share },
    conversions: {
      label: 'Conversiones de ese tramo',
      unit: 'quantity',
      value: late.conversions,
    },
    lookback: { label: 'Días que se esperan', unit: 'integer', value: late.lookbackDays },
  })
  const { show } = figures
  return {
    title: `Alarga la ventana de conversión: el ${show('share')} llega al final de los ${show('lookback')} días`,
    description: `Solo se cuentan las conversiones de los ${show('lookback')} días que siguen al clic, y el ${show('share')} llega en el último tramo. Es probable que otras lleguen después y se pierdan: esas ventas parecen no venir de los anuncios.`,
    whyNow: 'Lo que no se cuenta se juzga como gasto sin resultado.',
    impact: NO_AMOUNT,
    card: {
      figures: figures.list,
      table: {
        columns: [...columnsOf('action', 'category'), countColumn('days', 'Ventana (días)')],
        rows: actions.map(({ name, category, clickLookbackDays }) => ({
          action: name,
          category: categoryName(category),
          days: clickLookbackDays ?? null,
        })),
      },
      test: directCheck(
        'El tramo final de la ventana debería estar casi vacío si diera tiempo a que llegaran todas.',
      ),
      counterEvidence: ['Una ventana más larga tarda más en cerrar las cifras de cada mes.'],
      change: {
        operations: [],
        before: `Ventana de ${show('lookback')} días tras el clic.`,
        after:
          'La ventana siguiente que ofrece Google Ads en el ajuste de la acción de conversión.',
      },
    },
  }
}

const quoted = (actions: readonly ConversionAction[]): string =>
  listed(actions.map(({ name }) => `«${name}»`))

export const RIGHT = 'Las conversiones principales cuentan cada venta o contacto como corresponde.'

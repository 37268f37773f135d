import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { isRejectedLead } from '../../account/conversion-actions.ts'
import { countedOf } from '../../account/known-figures.ts'
import type { ConversionAction } from '../../account/snapshot.ts'
import type { TwinActions } from '../../account/twin-actions.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { directCheck, listed, withoutAmount } from '../../words/setup-texts.ts'
import { certainty } from '../../words/shared-texts.ts'
import { actionTable, categoryName } from './action-table.ts'

const PLACE = 'En Google Ads, Objetivos › Conversiones › Resumen'
const toSecondary = (one: boolean) =>
  one
    ? `${PLACE}, esa acción pasa a «secundaria»: se sigue viendo, pero las pujas no la persiguen.`
    : `${PLACE}, esas acciones pasan a «secundarias»: se siguen viendo, pero las pujas no las persiguen.`

/** With what each has counted, null where it is not known. */
type MicroEvents = readonly { action: ConversionAction; total: number | null }[]

/** `share`: of all that is counted, those that are certainly no sale; null where it is not known. */
export function microEventTexts(context: Context, actions: MicroEvents, share: number | null) {
  const { names, show, ...card } = microCard(context, actions, share)
  const one = actions.length === 1
  const most =
    context.measurement.blocked === 'micro-events'
      ? ` Son el ${show('share')} de las conversiones que se cuentan: hasta que se ${one ? 'quite' : 'quiten'}, aquí no se recomienda nada que dependa de ellas.`
      : ''
  const rejected = actions.every(({ action }) => isRejectedLead(action))
  const what = rejected
    ? 'a quien se descartó como si fuera un cliente'
    : 'un paso previo o un gesto de interés como si fuera una conversión principal'
  return {
    title: rejected
      ? `Quita ${names} de las conversiones principales: ${one ? 'cuenta' : 'cuentan'} contactos que no sirven`
      : `Deja de optimizar para ${names}: ${one ? 'no es una venta ni un contacto' : 'no son ventas ni contactos'}`,
    description: `${one ? 'Esta acción cuenta' : 'Estas acciones cuentan'} ${what}. Las pujas automáticas ${one ? 'la persiguen porque es fácil' : 'las persiguen porque son fáciles'} de conseguir, y el coste por conversión parece mejor de lo que es.${most}`,
    whyNow: `Mientras ${one ? 'sea principal' : 'sean principales'}, parte del presupuesto se dirige a ${rejected ? 'gente que no sirve' : 'conseguir visitas que no compran'}.`,
    impact: withoutAmount('al quitar eso cambia lo que se mide, no lo que se gasta.'),
    card: {
      ...card,
      counterEvidence: [
        rejected
          ? 'Si el nombre dice otra cosa de lo que cuenta, basta con cambiárselo.'
          : 'Con muy pocas ventas al mes, un paso previo puede ayudar a las pujas a aprender; mejor como excepción pensada.',
        ownGoals(one),
      ],
      change: {
        operations: [],
        before: `${names}: ${one ? 'principal' : 'principales'}.`,
        after: toSecondary(one),
      },
    },
  }
}

/** Where no other action is primary: taking these away would leave none. */
export function onlyMicroEventTexts(context: Context, actions: MicroEvents) {
  const { names, show: _, ...card } = microCard(context, actions, null)
  return {
    title: `Mide una venta o un contacto: ${actions.length === 1 ? 'solo es principal' : 'solo son principales'} ${names}`,
    description:
      'Entre las conversiones principales no hay ninguna venta ni contacto, solo pasos previos o gestos de interés. Las pujas automáticas persiguen eso, y el coste por conversión, también el de estas recomendaciones, es el de ese gesto.',
    whyNow: 'Mientras no haya otra principal, no se puede saber qué campañas venden.',
    impact: withoutAmount('cambia lo que se mide, no lo que se gasta.'),
    card: {
      ...card,
      counterEvidence: [
        'Si lo que busca la cuenta es justo eso (descargas, visitas a una tienda), está bien medida.',
        ownGoals(actions.length === 1),
      ],
      change: {
        operations: [],
        before: `${names}: lo único principal.`,
        after:
          'En Google Ads, Objetivos › Conversiones, una venta o un contacto es «principal», y lo demás pasa a «secundaria».',
      },
    },
  }
}

/** `silent`: sales and contacts that are primary too, of which nothing was counted. */
export function silentGoalTexts(
  context: Context,
  steps: MicroEvents,
  silent: readonly ConversionAction[],
) {
  const { names, ...card } = microCard(context, steps, null)
  const goals = microCard(
    context,
    silent.map((action) => ({ action, total: 0 })),
    null,
  )
  const days = { key: 'days', label: 'Días analizados', unit: 'integer' as const }
  const one = silent.length === 1
  return {
    title: `Revisa ${goals.names}: ${one ? 'es principal y no ha' : 'son principales y no han'} contado ninguna conversión en ${context.say.integer(context.days)} días`,
    description: `De las conversiones principales solo ${steps.length === 1 ? `cuenta ${names}, un paso previo o un gesto de interés` : `cuentan ${names}, pasos previos o gestos de interés`}. ${goals.names} también ${one ? 'es principal' : 'son principales'}, pero de ahí no llega nada. Las pujas automáticas persiguen lo que se cuenta, y el coste por conversión, también el de estas recomendaciones, es el de ese gesto.`,
    whyNow:
      'Mientras no se cuente ninguna venta ni contacto, no se puede saber qué campañas venden.',
    impact: withoutAmount('cambia lo que se mide, no lo que se gasta.'),
    card: {
      test: directCheck('No hay azar que valorar: son las conversiones de cada acción principal.'),
      figures: [{ ...days, value: context.days }, ...card.figures],
      table: { ...card.table, rows: [...goals.table.rows, ...card.table.rows] },
      counterEvidence: [
        'Si en ese tiempo nadie ha comprado ni ha escrito, la etiqueta está bien y falla la oferta o la página.',
        ownGoals(one),
      ],
      change: {
        operations: [],
        before: `${goals.names}: ${one ? 'principal' : 'principales'}, sin ninguna conversión.`,
        after: `${PLACE}, revisa su estado, prueba su etiqueta (o su importación) y mira que su objetivo sea de los que usan las campañas. Cuando cuente, ${names} ${steps.length === 1 ? 'pasa a «secundaria»' : 'pasan a «secundarias»'}.`,
      },
    },
  }
}

/** An upload that counted nothing, beside actions that count. */
export function silentBesideTexts(context: Context, silent: ConversionAction, beside: MicroEvents) {
  const { figures: _, ...card } = microCard(context, beside, null)
  const own = microCard(context, [{ action: silent, total: 0 }], null)
  const { integer } = context.say
  const [days, counted] = [context.days, beside.reduce((sum, { total }) => sum + (total ?? 0), 0)]
  return {
    title: `Revisa ${own.names}: es principal y no ha contado ninguna conversión en ${integer(days)} días`,
    description: `Mientras, ${card.names} ${beside.length === 1 ? 'ha' : 'han'} contado ${integer(counted)}. Se cuenta fuera y se sube a Google: puede que la subida falle o que nunca se pusiera en marcha, y entonces las pujas no cuentan con ello.`,
    whyNow: 'Las pujas automáticas solo persiguen lo que llega a contarse.',
    impact: withoutAmount('cambia lo que se mide, no lo que se gasta.'),
    card: {
      test: directCheck('No hay azar que valorar: son las conversiones de cada acción principal.'),
      figures: [
        { key: 'days', label: 'Días analizados', unit: 'integer' as const, value: days },
        {
          key: 'counted',
          label: 'Conversiones de las demás',
          unit: 'integer' as const,
          value: Math.round(counted),
        },
      ],
      table: { ...card.table, rows: [...own.table.rows, ...card.table.rows] },
      counterEvidence: [
        'Si se creó hace poco, o lo que cuenta es muy raro, aún puede no haber llegado nada.',
        ownGoals(true),
      ],
      change: {
        operations: [],
        before: `${own.names}: principal, sin ninguna conversión.`,
        after: `${PLACE}, revisa su estado y su importación; si ya no se usa, quítala o pásala a «secundaria».`,
      },
    },
  }
}

const ownGoals = (one: boolean) =>
  `La campaña puede usar sus propios objetivos y no contar ${one ? 'esta acción' : 'estas acciones'}.`

function microCard(context: Context, actions: MicroEvents, share: number | null) {
  const figures = figuresOf(context.say, {
    actions: { label: 'Acciones que no son venta', unit: 'integer', value: actions.length },
    share: { label: 'Parte de las conversiones que se cuentan', unit: 'percent', value: share },
  })
  return {
    names: listed(actions.map(({ action }) => `«${action.name}»`)),
    show: figures.show,
    figures: figures.list.filter(({ value }) => value !== null),
    table: {
      columns: [
        ...columnsOf('action', 'category'),
        { key: 'conversions', label: 'Conversiones', unit: 'quantity' as const },
      ],
      rows: actions.map(({ action, total }) => ({
        action: action.name,
        category: categoryName(action.category),
        conversions: total,
      })),
    },
    test: directCheck(
      'No hay azar que valorar: lo dicen la categoría y el nombre de la acción en Google Ads.',
    ),
  }
}

export function manyPrimariesTexts(context: Context, primaries: readonly ConversionAction[]) {
  const figures = figuresOf(context.say, {
    primaries: { label: 'Conversiones principales', unit: 'integer', value: primaries.length },
  })
  const { show } = figures
  return {
    title: `Reduce las ${show('primaries')} conversiones principales a las que de verdad son negocio`,
    description: `Hay ${show('primaries')} acciones principales a la vez. Cuantas más haya, menos dice el coste por conversión y más se mezclan ventas con gestos de poco valor.`,
    whyNow: 'Las pujas automáticas tratan todas por igual si no llevan valor.',
    impact: withoutAmount('cambia lo que se mide, no lo que se gasta.'),
    card: {
      figures: figures.list,
      table: actionTable(primaries),
      test: directCheck('No hay azar que valorar: es el número de acciones activas y principales.'),
      counterEvidence: [
        'Un negocio con varias ventas distintas puede necesitarlas, cada una con su valor.',
      ],
      change: {
        operations: [],
        before: `${show('primaries')} acciones principales.`,
        after: toSecondary(false),
      },
    },
  }
}

export function twinActionTexts(context: Context, twins: TwinActions) {
  const { first, second } = twins
  const figures = twinFigures(context, twins)
  const { show } = figures
  const known = show('realCpa') !== '—'
  const believed = twins.isPart ? 'se vende más de lo que se vende' : 'todo vende el doble'
  const restated = known
    ? `Si son la misma venta contada dos veces, el coste real por conversión no es ${show('cpa')} sino ${show('realCpa')}, y las pujas creen que ${believed}.`
    : `Si son la misma venta contada dos veces, las pujas creen que ${believed}.`
  const period =
    twins.days < context.days
      ? `En los ${show('days')} días en que han contado las dos`
      : `En ${show('days')} días`
  const alike = twins.isPart
    ? 'y cada día una cuenta casi la misma parte de la otra, como hacen una subida o unas conversiones mejoradas que la repiten'
    : 'casi iguales cada día'
  return {
    title: `Posible doble recuento: «${first.name}» y «${second.name}» cuentan lo mismo`,
    description: `${period} registraron ${show('first')} y ${show('second')} conversiones, ${alike}. ${restated}`,
    whyNow:
      'Todas las cifras de conversión de la cuenta, y estas recomendaciones, dependen de ello.',
    impact: () =>
      known
        ? `El coste real por conversión sería ${show('realCpa')}; no se promete ningún ahorro`
        : 'Sin importe: cambia lo que se mide, no lo que se gasta',
    card: {
      figures: figures.list,
      table: actionTable([first, second]),
      test: {
        name: 'Chi² de la diferencia diaria entre las dos acciones',
        sentence: `Dos cosas distintas varían cada día por su cuenta; estas van tan a la par que hay una probabilidad del ${show('probability')} de que no sea casualidad.`,
        numbers: figures.list.filter(({ key }) => ['correlation', 'probability'].includes(key)),
      },
      counterEvidence: [
        'Dos pasos obligados y seguidos (por ejemplo, pagar y ver la página de gracias) también coinciden, y entonces sobra uno igualmente.',
        'Si las campañas usan objetivos distintos, puede que ninguna cuente las dos.',
      ],
      change: {
        operations: [],
        before: `«${first.name}» y «${second.name}»: principales.`,
        after: `Solo una de las dos es principal. ${toSecondary(true)}`,
      },
    },
  }
}

function twinFigures(context: Context, twins: TwinActions) {
  const { first, second } = twins
  const counted = countedOf(context.sums)
  const conversions = counted ? counted.conversionsMicros / MICROS : 0
  const costMicros = counted?.costMicros ?? 0
  const real = conversions - Math.min(twins.firstTotal, twins.secondTotal)
  return figuresOf(context.say, {
    days: { label: 'Días en que han contado las dos', unit: 'integer', value: twins.days },
    first: { label: `Conversiones de «${first.name}»`, unit: 'quantity', value: twins.firstTotal },
    second: {
      label: `Conversiones de «${second.name}»`,
      unit: 'quantity',
      value: twins.secondTotal,
    },
    correlation: { label: 'Correlación día a día', unit: 'quantity', value: twins.correlation },
    cpa: {
      label: 'Coste por conversión que se ve',
      unit: 'money',
      value: conversions > 0 ? costMicros / conversions : null,
    },
    realCpa: {
      label: 'Coste por conversión sin repetir',
      unit: 'money',
      value: real > 0 ? costMicros / real : null,
    },
    probability: certainty(1 - twins.tail),
  })
}

export const NO_PRIMARIES = 'No hay ninguna conversión principal activa que revisar.'

export const CLEAN =
  'Ninguna conversión principal es un paso previo y ninguna parece contarse dos veces.'

export const CLEAN_SETUP = 'Ninguna conversión principal es un paso previo.'

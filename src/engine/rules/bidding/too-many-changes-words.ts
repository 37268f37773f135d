import type { Day } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import type { AccountChange } from '../../account/inventory.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { campaignTable, integer, percent, type Texts } from './campaign-facts.ts'

/** All changes of one amount within a week, taken together. */
export type AbruptChange = {
  campaign: CampaignFacts
  what: 'budget' | 'target'
  changes: AccountChange[]
  beforeMicros: number
  afterMicros: number
  /** Of the amount before, up or down, fraction. */
  step: number
  firstDay: Day
  lastDay: Day
}

const WHAT = { budget: 'el presupuesto', target: 'el objetivo de puja' } as const

/** Amounts stay out of the text: a ROAS target is no money. */
export function abruptChangeTexts(context: Context, one: AbruptChange): Texts {
  const { campaign, what, beforeMicros, afterMicros } = one
  const limit = what === 'budget' ? THRESHOLDS.budgetChange : THRESHOLDS.targetChange
  const figures = figuresOf(context.say, {
    step: percent('Cambio en una semana', one.step),
    limit: percent('Cambio prudente en una semana', limit.value),
    count: integer('Cambios', one.changes.length),
    first: { label: 'Primer cambio', unit: 'day', value: one.firstDay },
    last: { label: 'Último cambio', unit: 'day', value: one.lastDay },
    wait: integer('Días de espera', THRESHOLDS.unreadDays.value),
  })
  const { show } = figures
  const direction = afterMicros > beforeMicros ? 'subió' : 'bajó'
  return {
    title: `Deja reposar «${campaign.name}»: ${WHAT[what]} ${direction} un ${show('step')} en una semana`,
    description: `La campaña usa puja automática, que aprende de lo que tiene. Un cambio de más del ${show('limit')} en una semana la obliga a empezar de nuevo. Espera ${show('wait')} días antes de volver a tocarla y, la próxima vez, hazlo por pasos.`,
    whyNow: `El último cambio es del ${show('last')}: su efecto todavía no se puede leer.`,
    impact: withoutAmount('es una precaución'),
    card: {
      figures: figures.list,
      table: changeTable(one),
      test: directCheck(
        `${one.firstDay === one.lastDay ? `El ${show('last')}` : `Entre el ${show('first')} y el ${show('last')}`}, ${WHAT[what]} cambió un ${show('step')}; lo prudente es un ${show('limit')} como mucho.`,
      ),
      counterEvidence: [
        'Si el cambio corrige un error, hacerlo de una vez puede ser lo correcto.',
        'El límite es una costumbre del oficio, no una cifra de Google.',
      ],
      change: null,
    },
  }
}

export function restartTexts(context: Context, campaign: CampaignFacts, day: Day): Texts {
  const figures = figuresOf(context.say, {
    day: { label: 'Cambio de estrategia', unit: 'day', value: day },
    wait: integer('Días de espera', THRESHOLDS.unreadDays.value),
  })
  const { show } = figures
  return {
    title: `Deja reposar «${campaign.name}»: su estrategia de puja cambió el ${show('day')}`,
    description: `La puja automática empieza a aprender de nuevo. Mientras tanto es normal que el clic cueste más y que convierta menos: esos días no dicen cómo irá. Espera ${show('wait')} días antes de juzgarla, de volver atrás o de tocar su presupuesto o su objetivo.`,
    whyNow: `El cambio es del ${show('day')}: su efecto todavía no se puede leer.`,
    impact: withoutAmount('es una precaución'),
    card: {
      figures: figures.list,
      table: campaignTable([campaign]),
      test: directCheck('No hay azar que valorar: lo dice el historial de cambios de la cuenta.'),
      counterEvidence: [
        'Si gasta muy por encima de lo que puedes pagar, volver atrás antes puede salir a cuenta.',
      ],
      change: null,
    },
  }
}

function changeTable({ changes, what }: AbruptChange): Texts['card']['table'] {
  return {
    columns: [
      { key: 'day', label: 'Día', unit: 'day' },
      { key: 'what', label: 'Qué', unit: 'text' },
      { key: 'step', label: 'Cambio', unit: 'percent' },
    ],
    rows: changes.map(({ at, beforeMicros, afterMicros }) => ({
      day: at.slice(0, 10),
      what: WHAT[what],
      step: afterMicros! / beforeMicros! - 1,
    })),
  }
}

export function learningTexts(
  context: Context,
  learners: readonly CampaignFacts[],
  known: number,
): Texts {
  const figures = figuresOf(context.say, {
    learners: integer('Campañas en aprendizaje', learners.length),
    known: integer('Campañas con puja automática', known),
    share: percent('Parte en aprendizaje', learners.length / known),
    limit: percent('Parte habitual, como mucho', THRESHOLDS.learningShare.value),
  })
  const { show } = figures
  return {
    title: `${show('learners')} de ${show('known')} campañas con puja automática están aprendiendo a la vez`,
    description: `Google las marca «en aprendizaje»: durante ese tiempo sus resultados van a saltos y no sirven para decidir. No cambies su presupuesto, su objetivo ni sus conversiones hasta que terminen.`,
    whyNow: 'Cada cambio nuevo alarga el aprendizaje.',
    impact: withoutAmount('es una precaución'),
    card: {
      figures: figures.list,
      table: campaignTable(learners),
      test: directCheck(
        `Están en aprendizaje el ${show('share')} de las campañas con puja automática; lo habitual es no pasar del ${show('limit')}.`,
      ),
      counterEvidence: [
        'Una cuenta recién creada o reorganizada pasa por esto una vez y es normal.',
      ],
      change: null,
    },
  }
}

export const NONE_SMART =
  'Ninguna campaña activa usa puja automática: no hay aprendizaje que los cambios puedan reiniciar.'

export const CHANGES_UNKNOWN =
  'No sabemos qué cambió nadie en los últimos días: Google no nos ha dado el historial de cambios.'

export const CALM = 'En los últimos días no hay cambios bruscos en campañas con puja automática.'

import type { Context, Target } from '../../account/context.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts, MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { labelsOf, settingsGroupTexts } from '../../words/setup-groups.ts'
import { withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats, targetName } from '../../words/shared-texts.ts'
import type { ConversionBelief } from './campaign-evidence.ts'
import { campaignTable, integer, money, percent, type Texts } from './campaign-facts.ts'
import { namesOf } from './campaigns-as-one.ts'
import type { TargetUsers } from './target-users.ts'

/** Another target CPA within one step, by Google's own simulation; `worth` is what the client said of a conversion. */
export type SimulatedTarget = {
  on: TargetUsers
  worth: Target
  worthMicros: number
  targetMicros: number
  newTargetMicros: number
  /** Factors on conversions and cost. */
  conversions: number
  cost: number
  /** sd of ln of the first, by which the curve errs. */
  noise: number
  belief: ConversionBelief
  probability: number
  key: string
}

/** A target that the real cost per conversion does not resemble. */
export type TargetOff = {
  on: TargetUsers
  /** The target as cost per conversion, a ROAS through the value of its conversions. */
  target: Target
  actualMicros: number
  side: 'unreachable' | 'slack'
  kind: TargetOffKind
  /** It hardly spends any more. */
  isFading: boolean
  /** What the client said of a conversion. */
  saidMicros: number | null
  /** Google says what other targets would buy. */
  isSimulated: boolean
  probability: number
  key: string
}

/**
 * Missed though the whole budget is spent, for which Google does not bid less as it would for one that chokes: beyond what the client
 * said too, or not (`paid`). Missed with money left: by more than may be paid, or by so little that it can be loosened.
 */
export type TargetOffKind = 'slack' | 'spent' | 'paid' | 'beyond' | 'choked'

export function targetOffTexts(context: Context, one: TargetOff): Texts {
  const { on, target, side, kind } = one
  const who = whoBids(on)
  const roas = target.origin === 'roas' ? (on.users[0]?.targetRoas ?? null) : null
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    // The value of a conversion is the same on both sides.
    actualRoas: percent('ROAS real', roas && (roas * target.micros) / one.actualMicros),
    targetRoas: percent('ROAS objetivo', roas),
    actual: money('Coste real por conversión', one.actualMicros),
    target: money('Objetivo, como coste por conversión', target.micros),
    limit: percent('Diferencia que se admite', THRESHOLDS.targetOff.value - 1),
    step: percent('Paso prudente del objetivo', THRESHOLDS.targetStep.value),
    budgetStep: percent(
      'Paso prudente del presupuesto',
      kind === 'spent' ? THRESHOLDS.budgetStep.value - 1 : null,
    ),
    said: money(
      'Lo que has dicho que puede costar',
      kind === 'paid' || kind === 'beyond' ? one.saidMicros : null,
    ),
    probability: certainty(one.probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  const tooHard = side === 'unreachable'
  const [is, asked] = roas
    ? [`un ROAS del ${show('actualRoas')}`, `del ${show('targetRoas')}`]
    : [`${show('actual')} por conversión`, show('target')]
  const texts = textsOf(
    one,
    who,
    { is, near: roas ? `al ${show('actualRoas')}` : `a ${show('actual')}`, isRoas: roas !== null },
    show,
  )
  return {
    title: tooHard
      ? `El objetivo de ${who.name} no se alcanza: ${is}, no ${asked}`
      : `El objetivo de ${who.name} va sobrado: ${is} y ${roas ? `pide uno ${asked}` : `puede pagar ${asked}`}`,
    description: `${texts.description}${who.users}`,
    whyNow: texts.whyNow,
    impact: withoutAmount(
      one.isSimulated
        ? 'lo que compraría otro objetivo lo dice la simulación de Google, en Google Ads'
        : 'no hay simulación de Google que diga cuánto cambiaría',
    ),
    card: {
      figures: figures.list.filter(({ value }) => value !== null),
      table: campaignTable(on.users, { target: ['Objetivo por conversión', 'money'] }, () => ({
        target: target.micros,
      })),
      test: {
        name: 'Gamma sobre las conversiones',
        sentence: `Hay una probabilidad del ${show('probability')} de que el coste real por conversión difiera en más de un ${show('limit')} de ${show('target')} (${who.targetName(target)}).`,
        numbers: figures.list.filter(({ key }) =>
          ['actual', 'target', 'probability'].includes(key),
        ),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'Si el objetivo se cambió hace poco, los días anteriores todavía pesan en esta media.',
        ...(target.origin === 'roas'
          ? [
              'El ROAS objetivo se ha pasado a coste por conversión, con el que se juzga, con el valor medio de las conversiones.',
            ]
          : []),
        `Google puede estar limitando ${who.limited} por otra causa: mira antes el estado de la estrategia de puja.`,
      ],
      change: {
        operations: [],
        before: roas
          ? `ROAS objetivo del ${show('targetRoas')}.`
          : `Objetivo equivalente a ${show('target')} por conversión.`,
        after: `${texts.after}${who.elsewhere}`,
      },
      ...who.campaigns,
    },
  }
}

type Who = ReturnType<typeof whoBids>
/** Of the real cost or return: «30,00 € por conversión», and where a target would be brought. */
type Real = { is: string; near: string; isRoas: boolean }
type Show = (key: 'said' | 'budgetStep' | 'step' | 'actual') => string
type Told = { description: string; whyNow: string; after: string }

function textsOf(one: TargetOff, who: Who, real: Real, show: Show): Told {
  if (one.kind === 'slack') return slackTexts(who, show)
  if (one.kind === 'choked') return chokedTexts(one, who, real, show)
  return one.kind === 'beyond' ? beyondTexts(one, real, show) : spentTexts(one, who, real, show)
}

const slackTexts = (who: Who, show: Show): Told => ({
  description: `${who.lacks} presupuesto y aun así ${who.bids} con mucho margen. Un objetivo más exigente, en pasos de hasta un ${show('step')}, haría que el mismo dinero comprara más conversiones.`,
  whyNow: 'El presupuesto se agota en clics más caros de lo necesario.',
  after: `Un objetivo más exigente, en pasos de hasta un ${show('step')}.`,
})

function chokedTexts({ isFading }: TargetOff, who: Who, { near }: Real, show: Show): Told {
  const fades = isFading ? ` y ${who.fades} poco a poco` : ''
  return {
    description: `Con un objetivo que no puede cumplir, la puja automática tiende a dejar de entrar en subastas${fades}. Acércalo a lo real en pasos de hasta un ${show('step')}, o acepta que ${who.spends} menos.`,
    whyNow: 'Mientras siga así, la puja automática persigue algo que no existe.',
    after: `Un objetivo más cercano ${near}, en pasos de hasta un ${show('step')}.`,
  }
}

/** A target as loose as what is paid would ask for more than its owner wants to pay. */
function beyondTexts({ on, saidMicros }: TargetOff, { is, isRoas }: Real, show: Show): Told {
  const look = `mira qué ${spentOn(on.users)} se llevan el gasto`
  const less = 'deja el presupuesto por debajo de lo que se gasta ahora'
  const after = `El objetivo se queda; menos gasto en lo que no convierte, o un presupuesto por debajo de lo que se gasta ahora.`
  if (saidMicros !== null) {
    const cost = isRoas ? `: ahora cuesta ${show('actual')}` : ''
    return {
      description: `Tampoco se cumple lo que has dicho que puede costar una conversión (${show('said')})${cost}. Acercar el objetivo a lo real sería pedir que cueste más de lo que quieres: primero ${look}, y si no mejora, ${less} o pausa lo que no compensa.`,
      whyNow: 'Mientras siga así, cada conversión cuesta más de lo que has dicho.',
      after,
    }
  }
  const far = isRoas ? 'Se consigue menos de la mitad' : 'Se paga más del doble'
  return {
    description: `${far} de lo que se pide: una de las dos cifras no es la que quieres. Si ${is} te compensa, dilo en «Cuánto vale una conversión»; si no, no aflojes el objetivo: ${look}, y si no mejora, ${less}.`,
    whyNow: 'Mientras siga así, no se sabe si lo que se compra te compensa.',
    after,
  }
}

/** A looser target bids more: of a budget that is spent it buys fewer conversions. Money that its owner says pays is not taken away. */
function spentTexts(one: TargetOff, who: Who, { is, isRoas }: Real, show: Show): Told {
  const looser = isRoas ? 'más bajo' : 'más alto'
  const missed = `${who.spendsAll} y aun así el objetivo no se cumple: no es lo que frena. Uno ${looser} pagaría más por cada clic y compraría menos con el mismo dinero.`
  const whyNow = `Mientras siga así, el presupuesto se gasta entero ${isRoas ? 'con un retorno' : 'a un coste'} que no es el que se pide.`
  if (one.kind === 'paid') {
    const isCheaper = one.actualMicros <= (one.saidMicros ?? 0)
    const may = isCheaper ? 'y cuesta menos' : 'y aquí trae más de lo usual: puede costar más'
    return {
      description: `${missed} Y pide más de lo que hace falta: has dicho que una conversión puede costar ${show('said')}, ${may}. Mira qué ${spentOn(one.on.users)} se lo llevan antes que el presupuesto.`,
      whyNow,
      after: `El objetivo y el presupuesto se quedan; decide cuál de las dos cifras vale, el objetivo o lo que has dicho (${show('said')} por conversión).`,
    }
  }
  return {
    description: `${missed} Mira primero qué ${spentOn(one.on.users)} se lo llevan; si ${is} no compensa, baja el presupuesto en pasos de hasta un ${show('budgetStep')}.`,
    whyNow,
    after: `El objetivo se queda; si ${is} no compensa, menos presupuesto, en pasos de hasta un ${show('budgetStep')}, mientras no se cumpla.`,
  }
}

/** `parts`: of one kind, more than are decided one by one. */
export function targetOffGroupTexts(
  context: Context,
  parts: readonly Finding[],
  kind: TargetOffKind,
): GroupTexts {
  const step = figuresOf(context.say, {
    step: percent('Paso prudente del objetivo', THRESHOLDS.targetStep.value),
  })
  const more = kind === 'slack' || kind === 'choked' ? step.list : []
  const ends = kind === 'slack' ? 'va sobrado' : 'no se alcanza'
  const campaigns = parts.flatMap(({ campaignId, card }) => card.campaignIds ?? [campaignId ?? ''])
  const users = campaigns.flatMap((id) => context.campaigns.get(id) ?? [])
  const { lead, after } = ofSeveral(`Mira qué ${spentOn(users)} se llevan el gasto.`)[kind]
  const texts = {
    title: `El objetivo de puja de ${context.say.integer(parts.length)} campañas ${ends}`,
    description: `${namesOf(labelsOf(parts).map((name) => ({ name })))}: ${lead}${more.length > 0 ? ` Cambia el de cada una en pasos de hasta un ${step.show('step')}, la primera primero.` : ''}`,
    after,
    impact: withoutAmount('cuánto cambiaría depende de cada campaña'),
  }
  return settingsGroupTexts(context, parts, 'Campañas', texts, more)
}

/** What of a campaign can be looked at: those that answer no searches have none. */
function spentOn(users: readonly Pick<CampaignFacts<never>, 'channelType'>[]): string {
  const channels = users.map(({ channelType }) => channelType)
  if (!channels.some((one) => NO_SEARCHES.has(one))) return 'búsquedas, lugares u horas'
  if (channels.every((one) => one === APPS)) return 'recursos o lugares'
  const others = 'recursos, públicos o ubicaciones'
  return channels.every((one) => NO_SEARCHES.has(one)) ? others : `búsquedas, ${others}`
}

const APPS = 'MULTI_CHANNEL'
const NO_SEARCHES: ReadonlySet<string> = new Set([
  ...['DISPLAY', 'VIDEO', 'DEMAND_GEN', 'DISCOVERY'],
  APPS,
])

const ofSeveral = (look: string): Record<TargetOffKind, { lead: string; after: string }> => ({
  slack: {
    lead: 'les falta presupuesto y aun así pujan con mucho margen; con objetivos más exigentes el mismo dinero compraría más conversiones.',
    after: 'Objetivos más exigentes, poco a poco.',
  },
  choked: {
    lead: 'con objetivos que no pueden cumplir, la puja automática tiende a dejar de entrar en subastas. Acércalos a lo real, o acepta que gasten menos.',
    after: 'Objetivos más cercanos a lo que cuesta cada conversión, poco a poco.',
  },
  spent: {
    lead: `gastan todo su presupuesto y aun así no cumplen el objetivo: no es lo que las frena, y uno más fácil pagaría más por cada clic. ${look} Donde lo que consiguen no compense, menos presupuesto.`,
    after: 'Los objetivos se quedan; menos presupuesto donde lo que se consigue no compense.',
  },
  paid: {
    lead: `gastan todo su presupuesto sin cumplir el objetivo, y aun así, por lo que has dicho, lo que cuesta cada conversión compensa. ${look}`,
    after: 'Decide qué cifra vale en cada una: el objetivo o lo que has dicho.',
  },
  beyond: {
    lead: `lo que pagan queda más allá de lo que se les puede pedir: no aflojes los objetivos. ${look} Donde no mejore, un presupuesto por debajo de lo que se gasta ahora.`,
    after: 'Los objetivos se quedan; menos gasto en lo que no convierte.',
  },
})

export function simulatedTargetTexts(
  context: Context,
  one: SimulatedTarget,
  operations: MutateOperation[],
): Texts {
  const { on, conversions, cost } = one
  const who = whoBids(on)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    target: money('CPA objetivo', one.targetMicros),
    newTarget: money('CPA objetivo propuesto', one.newTargetMicros),
    worth: money('Lo que puede costar una conversión', one.worthMicros),
    conversions: percent('Cambio previsto de las conversiones', conversions - 1),
    cost: percent('Cambio previsto del coste', cost - 1),
    probability: certainty(one.probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  const raises = one.newTargetMicros > one.targetMicros
  const worth = `${show('worth')} (${targetName(one.worth)})`
  const added =
    cost > 1 ? `las que se añaden cuestan menos de ${worth}` : 'se compran más sin gastar más'
  const why = conversions < 1 ? `las que se dejan de comprar cuestan más de ${worth}` : added
  return {
    title: `${raises ? 'Sube' : 'Baja'} el CPA objetivo de ${who.name} de ${show('target')} a ${show('newTarget')}`,
    description: `Según la simulación de Google, con ese objetivo las conversiones cambiarían un ${show('conversions')} y el coste un ${show('cost')}: ${why}.${who.users}`,
    whyNow: `Es la simulación más reciente de Google para ${who.simulated}.`,
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: campaignTable(on.users, { target: ['CPA objetivo', 'money'] }, () => ({
        target: one.targetMicros,
      })),
      test: {
        name: 'Simulación de Google y gamma sobre las conversiones',
        sentence: `Contando con que la simulación puede fallar, el cambio sale a cuenta con una probabilidad del ${show('probability')}.`,
        numbers: figures.list.filter(({ key }) =>
          ['conversions', 'cost', 'probability'].includes(key),
        ),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'Las simulaciones de Google suponen que la competencia no cambia.',
        'Tras el cambio, la puja automática tarda una o dos semanas en asentarse.',
      ],
      change: {
        operations,
        before: `CPA objetivo de ${show('target')}.`,
        after: `CPA objetivo de ${show('newTarget')}.${who.elsewhere}`,
      },
      ...who.campaigns,
    },
  }
}

/** How a card speaks of one campaign, or of a portfolio and its campaigns. */
export function whoBids({ users, campaign, portfolio }: TargetUsers) {
  if (!portfolio) return { ...ONE, name: `«${campaign.name}»` }
  const isOne = users.length === 1
  return {
    ...(isOne ? ONE : SEVERAL),
    name: `la cartera «${portfolio.name}»`,
    users: ` La cartera de pujas la ${isOne ? 'usa' : 'usan'} ${namesOf(users)}${isOne ? '' : ': el objetivo es uno para todas'}.`,
    simulated: 'esta cartera de pujas',
    elsewhere: portfolio.isManaged
      ? ' La cartera es de la cuenta de administrador y solo se cambia allí.'
      : '',
    targetName: (target: Target) =>
      target.origin === 'roas'
        ? 'lo que permite el ROAS objetivo de la cartera'
        : 'el CPA objetivo de la cartera',
    campaigns: isOne ? {} : { campaignIds: users.map(({ id }) => id) },
  }
}

const ONE = {
  fades: 'la campaña se apaga',
  spends: 'gaste',
  spendsAll: 'La campaña gasta todo su presupuesto',
  lacks: 'A la campaña le falta',
  bids: 'puja',
  limited: 'la campaña',
  users: '',
  simulated: 'esta campaña',
  elsewhere: '',
  targetName,
  campaigns: {},
}

const SEVERAL: Pick<typeof ONE, 'fades' | 'spends' | 'spendsAll' | 'lacks' | 'bids' | 'limited'> = {
  fades: 'sus campañas se apagan',
  spends: 'gasten',
  spendsAll: 'Sus campañas gastan todo su presupuesto',
  lacks: 'A sus campañas les falta',
  bids: 'pujan',
  limited: 'alguna de las campañas',
}

export const NO_TARGETS = 'Ninguna campaña activa con puja automática tiene un CPA o ROAS objetivo.'

export const NOT_READY =
  'Las campañas con objetivo de puja están aprendiendo o tienen todavía pocas conversiones para juzgarlo.'

export const WELL_SET =
  'Donde hay conversiones para juzgarlo, los objetivos de puja se parecen a lo que se consigue, y ninguna simulación de Google asegura uno mejor.'

export const CHANGED =
  'El objetivo de puja cambió en los últimos 30 días: casi todo lo que se analiza se compró con otro, así que todavía no dice si el de ahora se alcanza.'

export const UNVALUED =
  'Algún ROAS objetivo no se puede comparar con lo que se consigue: a una parte de las conversiones le falta su importe, o cambió hace poco.'

export const MENDED =
  'El objetivo que no se alcanza lo explican búsquedas que excluye otra recomendación: sin ellas, lo que queda se acerca a él.'

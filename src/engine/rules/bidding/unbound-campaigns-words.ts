import type { Context, Target } from '../../account/context.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, GroupTexts, MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { settingsGroupTexts } from '../../words/setup-groups.ts'
import { listed, withAmount, withoutAmount } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats, targetName } from '../../words/shared-texts.ts'
import { campaignTable, integer, money, percent, type Texts } from './campaign-facts.ts'
import type { Remedy } from './campaign-remedy.ts'
import { remedyChange } from './campaign-remedy-words.ts'

/** A campaign that maximises conversions at any price, and pays more than its owner said that one may cost. */
export type UnboundCampaign = {
  campaign: CampaignFacts
  said: Target
  /** What one may cost here, where they bring more than usual. */
  mostMicros: number
  actualMicros: number
  probability: number
}

export function unboundTexts(context: Context, one: UnboundCampaign): Texts {
  const { campaign } = one
  const figures = figuresFor(context, one, null)
  const { show } = figures
  return {
    title: `Pon un CPA objetivo a «${campaign.name}»: ${dearText(show)}`,
    description: `${UNBOUND} Con un CPA objetivo deja de comprar las más caras. Empieza por ${show('first')} y bájalo en pasos de hasta un ${show('step')} mientras siga trayendo conversiones; ponerlo de golpe en ${show('most')} la dejaría casi parada.`,
    impact: withoutAmount('no hay simulación de Google que diga cuánto cambiaría'),
    ...shared(context, one, figures, {
      operations: [],
      before: 'Maximizar conversiones, sin CPA objetivo.',
      after: `Un CPA objetivo de ${show('first')}, que baja poco a poco hacia ${show('most')}.`,
    }),
  }
}

/** What costs surely more than any conversion is worth: less of it now, and a target for the rest. */
export function unboundCutTexts(
  context: Context,
  one: UnboundCampaign,
  remedy: Remedy & { kind: 'halve' },
  operations: MutateOperation[],
): Texts {
  const { campaign } = one
  const figures = figuresFor(context, one, remedy.newBudgetMicros)
  const { show } = figures
  return {
    title: `Baja a la mitad el presupuesto de «${campaign.name}»: ${dearText(show)}`,
    description: `${UNBOUND} Con ${show('newBudget')} al día deja de comprar las más caras. Después, un CPA objetivo evita que vuelva a pasar: empieza por lo que pague entonces y bájalo en pasos de hasta un ${show('step')} mientras siga trayendo conversiones.`,
    impact: withAmount(),
    ...shared(context, one, figures, remedyChange(context, campaign, remedy, operations)),
  }
}

const UNBOUND =
  'Maximiza conversiones sin ningún objetivo: busca gastar su presupuesto entero, cueste lo que cueste la última conversión.'

const dearText = (show: ReturnType<typeof figuresFor>['show']) =>
  `paga ${show('actual')} por conversión, y puede costar ${show('most')}`

function figuresFor(context: Context, one: UnboundCampaign, newBudgetMicros: number | null) {
  const { campaign, mostMicros, actualMicros, probability } = one
  const { value: step } = THRESHOLDS.targetStep
  const isCut = newBudgetMicros !== null
  return figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    actual: money('Coste por conversión', actualMicros),
    most: money('Lo que puede costar', mostMicros),
    first: money('Primer CPA objetivo', isCut ? null : actualMicros * (1 - step)),
    budget: money('Presupuesto diario', isCut ? (campaign.budgetMicros ?? null) : null),
    newBudget: money('Presupuesto diario propuesto', newBudgetMicros),
    step: percent('Paso prudente del objetivo', step),
    limit: percent('Diferencia que se admite', THRESHOLDS.targetOff.value - 1),
    probability: certainty(probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
}

function shared(
  context: Context,
  { campaign, said }: UnboundCampaign,
  figures: ReturnType<typeof figuresFor>,
  change: Texts['card']['change'],
): Pick<Texts, 'whyNow' | 'card'> {
  const { show } = figures
  return {
    whyNow: `Cada conversión cuesta más de lo que permite ${targetName(said)}, y nada en la puja lo frena.`,
    card: {
      figures: figures.list,
      table: campaignTable([campaign]),
      test: {
        name: 'Gamma sobre las conversiones',
        sentence: `Hay una probabilidad del ${show('probability')} de que cada conversión cueste más de un ${show('limit')} por encima de ${show('most')} (${targetName(said)}).`,
        numbers: figures.list.filter(({ key }) => ['actual', 'most', 'probability'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'Con pocas conversiones al mes la puja aprende despacio: deja pasar dos o tres semanas entre un paso y el siguiente, y mira antes qué búsquedas, lugares u horas se llevan el gasto.',
        ...(campaign.portfolioId === undefined
          ? []
          : [
              `Hoy puja con la cartera «${campaign.portfolioName ?? ''}»: con un objetivo propio sale de ella, y el de la cartera sería uno para todas sus campañas.`,
            ]),
        'Si no baja de lo que puedes pagar, menos presupuesto, o cambiar la oferta o la página antes de seguir.',
      ],
      change,
    },
  }
}

export function unboundGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const names = parts.map(({ group, title }) => group?.label ?? title)
  const texts = {
    title: `Pon un CPA objetivo a ${context.say.integer(parts.length)} campañas: pagan más por conversión de lo que puede costar`,
    description: `${listed(names.map((name) => `«${name}»`))} maximizan conversiones sin ningún objetivo: buscan gastar su presupuesto entero, cueste lo que cueste la última. Empieza en cada una algo por debajo de lo que paga ahora, y baja poco a poco.`,
    after: 'Un CPA objetivo en cada una, algo por debajo de lo que paga ahora.',
  }
  return settingsGroupTexts(context, parts, 'Campañas', texts)
}

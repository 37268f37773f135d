import { BIDDING_STRATEGIES } from '#shared/ads-words/settings.ts'
import type { Context } from '../../account/context.ts'
import type { WithStrategy } from '../../account/known-settings.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf, figureText } from '../../words/say.ts'
import { labelsOf, quoted, settingsGroupTexts } from '../../words/setup-groups.ts'
import { listed } from '../../words/setup-texts.ts'
import { certainty, conversionCaveats } from '../../words/shared-texts.ts'
import { campaignTable, integer, money, percent, roughly, type Texts } from './campaign-facts.ts'
import type { SmartAim } from './smart-target.ts'
import { strategyName } from './strategy-names.ts'

export type SmartBiddingCase = {
  campaign: WithStrategy
  /** In 30 days, those still to be reported included. */
  monthlyConversions: number
  aim: SmartAim
  /** Of a conversion, where it costs clearly more than its owner said, what it brings more allowed for; null else. */
  beyond: { paidMicros: number; saidMicros: number; bringsMore: boolean } | null
  probability: number
  key: string
}

export function smartBiddingTexts(context: Context, one: SmartBiddingCase): Texts {
  const { campaign, aim, beyond } = one
  const strategy = strategyName(campaign.biddingStrategyType)
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    monthly: roughly('Conversiones al mes', one.monthlyConversions),
    needed: integer('Conversiones al mes para empezar', THRESHOLDS.smartConversions.value),
    ...targetOf(aim),
    paid: money('Coste por conversión', beyond?.paidMicros ?? null),
    said: money('Lo que has dicho que puede costar', beyond?.saidMicros ?? null),
    probability: certainty(one.probability),
    knownShare: percent(
      'Parte de los clics con tiempo para convertir',
      context.measurement.knownShare,
    ),
  })
  const { show } = figures
  const target = withTarget(aim, show)
  const dear = beyond
    ? ` Hoy cada conversión le cuesta ${show('paid')}, más de lo que has dicho (${show('said')})${beyond.bringsMore ? ' aunque traiga más de lo usual' : ''}: nada en su puja lo evita.`
    : ''
  return {
    title: `Prueba la puja automática en «${campaign.name}»: unas ${show('monthly')} conversiones al mes`,
    description: `La campaña usa ${strategy} y ya tiene las conversiones con las que la puja automática aprende (desde ${show('needed')} al mes). Conviene probarla en un experimento con la mitad del tráfico antes de cambiarla del todo.${target ? ` Ponle de entrada${target}, lo que hoy ${aim.by === 'value' ? 'consigue' : 'cuesta cada conversión'}: sin él gastaría todo el presupuesto.` : ''}${dear}`,
    whyNow: WHY_NOW[campaign.biddingStrategyType] ?? BY_HAND,
    impact: () => 'Sin importe: lo que se gana depende de la cuenta y lo dirá el experimento',
    card: {
      figures: figures.list.filter(({ value }) => value !== null),
      table: campaignTable([campaign], { strategy: ['Estrategia de puja', 'text'] }, () => ({
        strategy,
      })),
      test: {
        name: 'Gamma sobre las conversiones al mes',
        sentence: `Hay una probabilidad del ${show('probability')} de que la campaña tenga de verdad al menos ${show('needed')} conversiones al mes, y no sea solo una buena racha.`,
        numbers: figures.list.filter(({ key }) => ['monthly', 'probability'].includes(key)),
      },
      counterEvidence: [
        ...conversionCaveats(context, show('knownShare')),
        'Durante una o dos semanas, mientras aprende, el coste por conversión puede subir.',
        'La puja automática optimiza lo que se mide: si las conversiones no son las que importan, empeora.',
        ...(target ? [] : [untold(aim)]),
        ...(campaign.portfolioId === undefined
          ? []
          : [
              `Hoy puja con la cartera «${campaign.portfolioName ?? ''}»: con otra estrategia sale de ella.`,
            ]),
      ],
      change: {
        operations: [],
        before: `«${campaign.name}»: ${strategy}.`,
        after: `Experimento con la mitad del tráfico en «${STRATEGIES[aim.by]}»${target && ` con${target}`}; si mejora, se aplica a toda la campaña.`,
      },
    },
  }
}

const STRATEGIES = {
  conversions: BIDDING_STRATEGIES.MAXIMIZE_CONVERSIONS,
  value: BIDDING_STRATEGIES.MAXIMIZE_CONVERSION_VALUE,
}

const WHATEVER = {
  conversions: 'cueste lo que cueste cada conversión',
  value: 'traiga lo que traiga cada conversión',
}

function targetOf(aim: SmartAim) {
  return aim.by === 'value'
    ? { target: percent('ROAS objetivo de partida', aim.targetRoas) }
    : { target: money('CPA objetivo de partida', aim.targetMicros) }
}

function withTarget(aim: SmartAim, show: (key: 'target') => string): string {
  if (aim.by === 'value')
    return aim.targetRoas === null ? '' : ` un ROAS objetivo del ${show('target')}`
  return aim.targetMicros === null ? '' : ` un CPA objetivo de ${show('target')}`
}

const untold = ({ by }: SmartAim) =>
  `Sin un ${by === 'value' ? 'ROAS' : 'CPA'} objetivo gasta todo el presupuesto, ${WHATEVER[by]}.`

const BY_HAND =
  'Con pujas a mano, cada búsqueda recibe la misma puja sea quien sea la persona, la hora o el dispositivo.'

const WHY_NOW: Readonly<Record<string, string>> = {
  ENHANCED_CPC: 'Google retiró el CPC mejorado: la campaña puja ya como si fuera manual.',
  TARGET_SPEND:
    'Maximizar clics compra los clics más baratos, sea quien sea la persona y compre o no.',
  TARGET_IMPRESSION_SHARE:
    'Con una cuota de impresiones objetivo se paga lo que cueste salir, convierta o no quien busca.',
}

export const ALL_AIM =
  'Ninguna campaña activa de búsqueda o Shopping, sin contar la marca, puja por otra cosa que las conversiones.'

export function tooFew({ say }: Context, missing: number, campaign: string): string {
  const some = missing === 1 ? 'hace falta' : 'hacen falta unas'
  return `Para que la puja automática aprenda ${some} ${say.plural(missing, 'conversión', 'conversiones')} más al mes en «${campaign}».`
}

export function smartBiddingGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  const figures = parts.flatMap(({ card }, i) =>
    card.figures
      .filter(({ key }) => key === 'paid' || key === 'said')
      .map((figure) => ({ ...figure, key: `${figure.key}${i}` })),
  )
  const dear = dearTexts(context, parts)
  return settingsGroupTexts(
    context,
    parts,
    'Campañas',
    {
      title: `Prueba la puja automática en ${count} campañas que ya tienen conversiones`,
      description: `${quoted(labelsOf(parts))} no pujan por conversiones y ya tienen bastantes para que la puja automática aprenda. Empieza por la primera, en un experimento con la mitad del tráfico, antes de cambiarla del todo.${dear}`,
      after:
        'Experimento con la mitad del tráfico en cada una, con el CPA o el ROAS que hoy consigue como objetivo si no gasta ya todo su presupuesto; si mejora, se aplica a toda la campaña.',
    },
    figures,
  )
}

/** The campaigns whose conversions cost more than was said. */
function dearTexts({ say }: Context, parts: readonly Finding[]): string {
  const dear = parts.flatMap(({ card, group }) => {
    const [paid, said] = ['paid', 'said'].map((key) => card.figures.find((one) => one.key === key))
    if (!paid || !said) return []
    const [cost, most] = [paid, said].map((one) => figureText(one, say.currencyCode))
    return [`«${group?.label ?? ''}» (${cost} por conversión, y has dicho ${most})`]
  })
  return dear.length > 0 ? ` Cuestan más de lo que has dicho: ${listed(dear)}.` : ''
}

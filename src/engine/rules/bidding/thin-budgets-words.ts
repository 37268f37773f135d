import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { Sums } from '../../account/known-figures.ts'
import { sharesOf, type WithBudget } from '../../account/known-settings.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, listed, withoutAmount } from '../../words/setup-texts.ts'
import { certainty } from '../../words/shared-texts.ts'
import { campaignTable, decimal, integer, money, type Texts } from './campaign-facts.ts'
import type { SharedBudget } from './shared-budgets.ts'

export type ThinCase = {
  campaign: WithBudget<CampaignFacts<never>>
  keywords: number
  cpcMicros: number
}

export function thinBudgetTexts(context: Context, one: ThinCase): Texts {
  const { campaign, keywords, cpcMicros } = one
  const figures = figuresOf(context.say, {
    budget: money('Presupuesto diario', campaign.budgetMicros),
    cpc: money('Coste medio del clic', cpcMicros),
    clicks: decimal('Clics al día que paga', ratio(campaign.budgetMicros, cpcMicros)),
    keywords: integer('Palabras clave activas', keywords),
    enough: integer('Clics al día para empezar', THRESHOLDS.thinClicks.value),
    needed: money('Presupuesto para esos clics', THRESHOLDS.thinClicks.value * cpcMicros),
  })
  const { show } = figures
  return {
    title: `«${campaign.name}» reparte ${show('budget')} al día entre ${show('keywords')} palabras clave`,
    description: `A ${show('cpc')} el clic, el presupuesto da para unos ${show('clicks')} clics al día. Con tan pocos, ninguna palabra clave junta datos para saber si funciona. Deja activas las más importantes o llega al menos a ${show('needed')} al día.`,
    whyNow: 'Mientras siga así, lo que se gasta no enseña nada.',
    impact: withoutAmount('lo que se gana es poder juzgar cada palabra clave'),
    card: {
      figures: figures.list,
      table: campaignTable([campaign], { budget: ['Presupuesto diario', 'money'] }, () => ({
        budget: campaign.budgetMicros,
      })),
      test: directCheck(
        `El presupuesto paga unos ${show('clicks')} clics al día, menos de ${show('enough')}, y hay ${show('keywords')} palabras clave activas.`,
      ),
      counterEvidence: [
        'Si casi todo el gasto va a unas pocas palabras clave, las demás apenas molestan.',
        'Google puede gastar un día hasta el doble del presupuesto, y lo compensa a lo largo del mes.',
      ],
      change: {
        operations: [],
        before: `${show('keywords')} palabras clave con ${show('budget')} al día.`,
        after: `Menos palabras clave, o ${show('needed')} al día.`,
      },
    },
  }
}

const REASONS: Record<SharedBudget['reason'], string> = {
  channel: 'son de tipos distintos',
  brand: 'unas son de marca y otras no',
  cost: 'pagan por cada conversión importes muy distintos',
}

export function sharedBudgetTexts(context: Context, one: SharedBudget): Texts {
  const { campaigns, reason } = one
  const figures = figuresOf(context.say, {
    count: integer('Campañas que lo comparten', campaigns.length),
    budget: money('Presupuesto diario compartido', campaigns[0]!.budgetMicros || null),
    ratio: integer('Veces más cara, al menos', THRESHOLDS.sharedRatio.value),
    probability: certainty(one.probability),
  })
  const { show } = figures
  const names = listed(campaigns.map(({ name }) => `«${name}»`))
  return {
    title: `Separa el presupuesto que comparten ${show('count')} campañas distintas`,
    description: `${names} gastan de un mismo presupuesto, se les acaba y ${REASONS[reason]}. Google lo da a quien más rápido gasta, no a quien mejor rinde: con un presupuesto propio, cada una tendría lo que le toca.`,
    whyNow: 'El presupuesto compartido se agota: cada euro que toma una se lo quita a otra.',
    impact: withoutAmount('depende de cómo se reparta el presupuesto'),
    card: {
      figures: figures.list,
      table: campaignTable(campaigns, COLUMNS, (campaign) => ({
        lost: sharesOf(campaign)?.lostToBudget ?? null,
        cpa: paidPerConversion(campaign.sums),
      })),
      test:
        reason === 'cost'
          ? {
              name: 'Razón de dos gammas',
              sentence: `Hay una probabilidad del ${show('probability')} de que una conversión de la más cara cueste de verdad más de ${show('ratio')} veces la de la más barata.`,
              numbers: figures.list.filter(({ key }) => ['ratio', 'probability'].includes(key)),
            }
          : directCheck(`Las campañas comparten presupuesto y ${REASONS[reason]}.`),
      counterEvidence: [
        'Un presupuesto compartido es cómodo cuando solo importa el gasto total.',
        'Si sus conversiones no valen lo mismo, pagar más por unas que por otras puede estar bien.',
      ],
      change: {
        operations: [],
        before: 'Un presupuesto compartido.',
        after: 'Un presupuesto propio para cada campaña.',
      },
    },
  }
}

const COLUMNS = {
  lost: ['Perdidas por presupuesto', 'percent'],
  cpa: ['Coste por conversión', 'money'],
} as const satisfies Parameters<typeof campaignTable>[1]

export const ALL_WELL =
  'Cada presupuesto que se gasta da para clics suficientes al día, y los compartidos juntan campañas parecidas.'

function paidPerConversion({ costMicros, conversionsMicros = 0 }: Sums): number | null {
  if (costMicros === undefined || conversionsMicros <= 0) return null
  return ratio(costMicros, conversionsMicros / MICROS)
}

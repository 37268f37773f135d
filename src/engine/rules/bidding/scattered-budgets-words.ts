import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { campaignTable, decimal, integer, money, roughly, type Texts } from './campaign-facts.ts'
import { namesOf } from './campaigns-as-one.ts'
import type { ScatteredCampaigns } from './scattered-budgets.ts'

export function scatteredTexts(
  context: Context,
  { campaigns, areApart }: ScatteredCampaigns,
): Texts {
  const all = addUp(campaigns.map(({ sums }) => sums))
  const budget = campaigns.reduce((sum, { budgetMicros }) => sum + budgetMicros, 0)
  const cpc = ratio(all.costMicros, all.clicks)
  const figures = figuresOf(context.say, {
    count: integer('Campañas', campaigns.length),
    budget: money('Presupuesto diario de todas', budget),
    clicks: decimal('Clics al día que paga entre todas', ratio(budget, cpc)),
    conversions: roughly(
      'Conversiones al mes de todas',
      campaigns.reduce((sum, one) => sum + one.monthlyConversions, 0),
    ),
    enough: integer('Conversiones al mes para aprender', THRESHOLDS.smartConversions.value),
    clicksEach: integer('Clics al día para empezar', THRESHOLDS.thinClicks.value),
  })
  const { show } = figures
  const own = (areApart ? apartTexts : togetherTexts)(show('count'), show('budget'))
  return {
    title: own.title,
    description: `${namesOf(campaigns)} pagan entre todas unos ${show('clicks')} clics al día y se quedan sin presupuesto. Ninguna llega a ${show('enough')} conversiones al mes, con las que la puja automática aprende (entre todas, unas ${show('conversions')}). ${own.advice}`,
    whyNow: 'Mientras siga así, ninguna junta datos para pujar mejor ni para saber si funciona.',
    impact: withoutAmount('lo que se gana es que la puja aprenda antes'),
    card: {
      figures: figures.list,
      table: campaignTable(campaigns, { budget: ['Presupuesto diario', 'money'] }, (one) => ({
        budget: one.budgetMicros ?? null,
      })),
      test: directCheck(
        `El presupuesto de cada una paga menos de ${show('clicksEach')} clics al día, y ninguna tiene ${show('enough')} conversiones al mes.`,
      ),
      counterEvidence: [
        own.caveat,
        'Con el cambio, la puja vuelve a aprender durante una o dos semanas.',
      ],
      change: {
        operations: [],
        before: `${show('count')} campañas con su propio presupuesto.`,
        after: own.after,
      },
    },
  }
}

type Own = { title: string; advice: string; caveat: string; after: string }

function togetherTexts(count: string, budget: string): Own {
  return {
    title: `Junta ${count} campañas que se reparten ${budget} al día`,
    advice:
      'En una sola campaña, con un grupo de anuncios por tema, el mismo dinero va a donde más se busca y la puja aprende de todas.',
    caveat:
      'Si anuncian en sitios o idiomas distintos, o quieres asegurar un gasto a cada servicio, déjalas aparte: una cartera de pujas aprende de todas sin juntarlas.',
    after: `Una campaña con ${budget} al día y un grupo de anuncios por tema.`,
  }
}

/** A campaign is for all its places alike, and its budget for none of them. */
function apartTexts(count: string, budget: string): Own {
  return {
    title: `Pon en una cartera de pujas ${count} campañas que se reparten ${budget} al día`,
    advice:
      'Anuncian en sitios distintos, así que no conviene hacer de ellas una sola: en una cartera de pujas, con un objetivo común, la puja aprende de todas y cada sitio conserva su campaña y su presupuesto.',
    caveat:
      'Una cartera pide lo mismo a todas: si una conversión vale más en un sitio que en otro, no las mezcles.',
    after: `${count} campañas con su presupuesto y una cartera de pujas para todas.`,
  }
}

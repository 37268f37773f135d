import type { Context } from '../../account/context.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { figuresOf } from '../../words/say.ts'
import { withoutAmount } from '../../words/setup-texts.ts'
import { certainty } from '../../words/shared-texts.ts'
import { integer, keywordTable, money, percent, type Texts } from '../bidding/campaign-facts.ts'
import { meanChance } from './first-page-bids.ts'
import type { SeldomShownBid } from './seldom-shown-bids.ts'

export function seldomShownTexts(
  context: Context,
  campaign: CampaignFacts<never>,
  cases: readonly SeldomShownBid[],
  operations: MutateOperation[],
): Texts {
  const figures = figuresOf(context.say, {
    count: integer('Palabras clave que apenas se muestran', cases.length),
    usual: money('Puja media de las que reciben clics', cases[0]!.usualBidMicros),
    probability: certainty(meanChance(cases)),
    step: percent('Subida máxima de la puja', THRESHOLDS.bidStepSure.value),
  })
  const { show } = figures
  const byKeyword = new Map(cases.map((one) => [one.keyword, one]))
  return {
    title: `Sube la puja de ${figures.count('count', 'palabra clave', 'palabras clave')} de «${campaign.name}» que apenas ${cases.length === 1 ? 'se muestra' : 'se muestran'}`,
    description: `Su puja está por debajo de la que tienen, de media, las que reciben clics en la campaña: ${show('usual')}. Se sube un solo paso, un ${show('step')} como mucho: por lo que convierten las demás, un clic debería compensar aunque cueste toda la puja nueva.`,
    whyNow: 'Lo que apenas se muestra apenas gasta, y no llega a saberse lo que vende.',
    impact: withoutAmount('no se sabe cuántas búsquedas hay'),
    card: {
      figures: figures.list,
      table: keywordTable(
        cases.map(({ keyword }) => keyword),
        (id) => context.adGroups.get(id)?.name ?? '',
        { bid: ['Puja', 'money'], newBid: ['Puja propuesta', 'money'] },
        (keyword) => ({
          bid: keyword.bidMicros ?? null,
          newBid: byKeyword.get(keyword)!.newBidMicros,
        }),
      ),
      test: {
        name: 'Gamma–Poisson con reparto previo aprendido de la cuenta',
        sentence: `Hay una probabilidad del ${show('probability')}${cases.length > 1 ? ', de media,' : ''} de que un clic que cueste toda la puja nueva se pague con lo que trae.`,
        numbers: figures.list.filter(({ key }) => key === 'probability'),
      },
      counterEvidence: [
        'Puede que apenas haya búsquedas: entonces una puja mayor no cambia nada.',
        'Con tan pocos clics propios, la conversión que se espera es la de las demás de su grupo y de su campaña.',
      ],
      change: {
        operations,
        before: `${figures.count('count', 'puja', 'pujas')} por debajo de la media de las que reciben clics en la campaña.`,
        after: 'Un paso más cerca de las que reciben clics en la campaña.',
      },
    },
  }
}

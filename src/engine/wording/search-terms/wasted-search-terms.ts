import type { Context, Target } from '../../context.ts'
import { addUp } from '../../measurement.ts'
import type { EvidenceCard, MutateOperation } from '../../recommendation.ts'
import type { Ngram } from '../../rules/search-terms/wasted-ngrams.ts'
import type { Term } from '../../search-terms.ts'
import type { WasteVerdict } from '../../waste.ts'
import { columnsOf } from '../say.ts'
import { budgetLimitedCaveat, smartBiddingCaveat } from '../shared-texts.ts'
import {
  hiddenTermsCaveat,
  savingImpact,
  wasteCaveats,
  wasteFigures,
  wasteTest,
  wasteWhyNow,
} from '../waste-texts.ts'

/** Most costly queries shown as evidence; the sums cover all of them. */
const ROWS = 10

export function wastedTermTexts(
  context: Context,
  term: Term,
  verdict: WasteVerdict,
  target: Target,
  operations: MutateOperation[],
) {
  const figures = wasteFigures(context, term.sums, verdict, target)
  const { show } = figures
  const { text, campaign } = term
  return {
    titulo: `Excluye la búsqueda «${text}»: ${show('cost')} sin ninguna conversión`,
    descripcion: `En ${show('days')} días, quienes buscaron «${text}» hicieron ${figures.count('clicks', 'clic', 'clics')} en la campaña «${campaign.name}» y ninguno terminó en conversión (compra, llamada o formulario). Añádela como palabra clave negativa (los anuncios dejan de salir en esa búsqueda).`,
    whyNow: wasteWhyNow(figures),
    impact: savingImpact,
    card: {
      figures: figures.list,
      table: tableOf(context, [term]),
      test: wasteTest(figures, verdict, target),
      counterEvidence: [
        ...wasteCaveats(context, figures, 'esta búsqueda'),
        ...smartBiddingCaveat(campaign),
        ...budgetLimitedCaveat(campaign),
        ...hiddenTermsCaveat(figures),
        'La negativa exacta no frena variantes de la búsqueda (plurales, otro orden).',
      ],
      change: {
        operations,
        before: `Los anuncios de «${campaign.name}» salen al buscar «${text}».`,
        after: `Palabra clave negativa exacta [${text}] en «${campaign.name}».`,
      },
    },
  }
}

export function wastedNgramTexts(
  context: Context,
  ngram: Ngram,
  verdict: WasteVerdict,
  target: Target,
  operations: MutateOperation[],
) {
  const figures = wasteFigures(context, addUp(ngram.terms.map(({ sums }) => sums)), verdict, target)
  const { show } = figures
  const word = ngram.spellings[0]!
  const names = [...new Set(ngram.terms.map(({ campaign }) => campaign.name))].sort()
  const quoted = names.map((name) => `«${name}»`)
  const where = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' y ')
  const count = { key: 'terms', label: 'Búsquedas distintas', unit: 'integer' as const }
  const counted = { ...count, value: new Set(ngram.terms.map(({ text }) => text)).size }
  return {
    titulo: `Excluye las búsquedas con «${word}»: ${show('cost')} sin ninguna conversión`,
    descripcion: `${context.say.integer(counted.value)} búsquedas distintas que contienen «${word}» sumaron ${figures.count('clicks', 'clic', 'clics')} en ${show('days')} días, en ${where}, y ninguna terminó en conversión. Una palabra clave negativa de frase (frena toda búsqueda que la contenga) las evita todas, también las que Google no muestra.`,
    whyNow: wasteWhyNow(figures),
    impact: savingImpact,
    card: {
      figures: [...figures.list, counted],
      table: tableOf(context, ngram.terms),
      test: wasteTest(figures, verdict, target),
      counterEvidence: [
        ...wasteCaveats(context, figures, 'una de estas búsquedas'),
        ...smartBiddingCaveat(ngram.terms[0]?.campaign),
        ...hiddenTermsCaveat(figures),
        `Dejarán de salir los anuncios en cualquier búsqueda con «${word}», también en las que aún no se han visto.`,
      ],
      change: {
        operations,
        before: `Los anuncios salen en búsquedas que contienen «${word}».`,
        after: `Palabra clave negativa de frase ${ngram.spellings.map((text) => `"${text}"`).join(', ')} en ${where}.`,
      },
    },
  }
}

function tableOf(context: Context, terms: readonly Term[]): EvidenceCard['table'] {
  const sorted = [...terms].sort(
    (a, b) => b.sums.costMicros - a.sums.costMicros || (a.text < b.text ? -1 : 1),
  )
  return {
    columns: columnsOf('term', 'campaign', 'impressions', 'clicks', 'cost', 'conversions'),
    rows: sorted.slice(0, ROWS).map(({ text, campaign, sums }) => ({
      term: text,
      campaign: context.campaigns.get(campaign.id)?.name ?? campaign.name,
      impressions: sums.impressions,
      clicks: sums.clicks,
      cost: sums.costMicros,
      conversions: sums.conversionsMicros / 1_000_000,
    })),
  }
}

import * as z from 'zod'
import { askLlm } from '#platform/llm.ts'
import { MICROS } from '#shared/metrics.ts'
import { money } from '#shared/spanish-numbers.ts'
import type { NegativeThemes } from '../contract/endpoints.ts'
import type { Asking } from '../queries/asking.ts'
import { readWastedTerms, type WasteReport } from '../queries/wasted-terms.ts'
import { dataForModel, HOUSE_RULES } from '../rules/model-texts.ts'
import { namedTheme, type Theme, themesByWord, type WastedTerm } from '../rules/negative-themes.ts'
import { textFaults } from '../rules/text-faults.ts'
import { whyTemplate } from './why-template.ts'

const MOST_FOR_MODEL = 120
const LONGEST_NAME = 60

const TASK =
  'Agrupa por su significado los términos de búsqueda que gastan sin convertir (empleo, gratis, otra ciudad, otro producto…): de dos términos en adelante por tema, un nombre corto sin cifras, y cada término por su número n en un tema como mucho. Deja fuera los que podrían ser clientes.'

const Grouped = z.object({
  themes: z.array(z.object({ name: z.string(), terms: z.array(z.number().int()) })),
})
type Grouped = z.output<typeof Grouped>

export async function getNegativeThemes(asking: Asking): Promise<NegativeThemes> {
  const report = await readWastedTerms(asking)
  return replyOf(asking, report, plainThemes(report), { source: 'template', notice: null })
}

/** Grouped by the model, from terms it can only name by number. */
export async function wordNegativeThemes(asking: Asking): Promise<NegativeThemes> {
  const report = await readWastedTerms(asking)
  const terms = report.wasted.slice(0, MOST_FOR_MODEL)
  if (terms.length === 0) return replyOf(asking, report, [], { source: 'template', notice: null })
  const { currencyCode } = asking.account
  const result = await askLlm<Grouped>(asking.ctx, {
    purpose: 'negative_themes',
    instructions: `${HOUSE_RULES}\n\n${TASK}`,
    prompt: dataForModel({
      terminos: terms.map(({ text, cost }, n) => ({
        n,
        termino: text,
        gasto: money(cost * MICROS, currencyCode),
      })),
    }),
    schema: Grouped,
    faultsOf: (grouped) => groupFaults(grouped, terms),
  })
  if (!result.ok)
    return replyOf(asking, report, plainThemes(report), {
      source: 'template',
      notice: whyTemplate(asking.ctx, result.reason),
    })
  const themes = result.answer.themes.map(({ name, terms: numbers }) =>
    namedTheme(
      name,
      numbers.flatMap((n) => terms[n] ?? []),
      report,
    ),
  )
  return replyOf(asking, report, themes, { source: 'llm', notice: null })
}

function plainThemes(report: WasteReport): Theme[] {
  return themesByWord(report.wasted, report)
}

function groupFaults({ themes }: Grouped, terms: readonly WastedTerm[]): string[] {
  const numbers = themes.flatMap((theme) => theme.terms)
  const faults = themes.flatMap(({ name, terms: own }) => {
    if (name.trim() === '' || name.length > LONGEST_NAME) return ['Un nombre falta o es largo.']
    if (own.length < 2) return [`«${name}» tiene menos de dos términos.`]
    return textFaults(name, { tables: [] })
  })
  if (themes.length === 0) faults.push('No hay ningún tema.')
  if (numbers.some((n) => !terms[n])) faults.push('Hay números que no son de ningún término.')
  if (new Set(numbers).size < numbers.length) faults.push('Hay términos en dos temas.')
  return faults
}

function replyOf(
  { account }: Asking,
  { from, to, wasted, whyNone }: WasteReport,
  themes: readonly Theme[],
  wording: Pick<NegativeThemes, 'source' | 'notice'>,
): NegativeThemes {
  const grouped = themes.reduce((sum, { terms }) => sum + terms.length, 0)
  return {
    ...wording,
    currencyCode: account.currencyCode,
    from,
    to,
    themes: [...themes],
    termsWithoutTheme: wasted.length - grouped,
    whyNone,
  }
}

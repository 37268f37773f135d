import type { DayRange } from '#shared/dates.ts'
import type { FileFacts, FileLevel } from '#shared/file-facts.ts'
import { listed, longDay } from '#shared/spanish-numbers.ts'
import type { AssembledAccount } from './assemble-account.ts'
import { LEVEL_OF, outOfSight } from './file-facts.ts'
import type { StoredReport } from './stored-report.ts'

/**
 * What each file is not used for, by its id, in Spanish; with the newest also which earlier ones are not seen any more, and
 * campaigns that are not known to serve. `judged`: levels whose days are those that recommendations rest on.
 */
export function sightNotes(
  reports: readonly StoredReport[],
  { fileFacts: facts, unseenCampaigns }: Pick<AssembledAccount, 'fileFacts' | 'unseenCampaigns'>,
  judged: readonly FileLevel[],
): Map<string, string[]> {
  const hidden = outOfSight(reports, facts)
  const left = unseenCampaigns.length > 0 ? [unseenNote(unseenCampaigns)] : []
  const newest = reports.at(-1)
  return new Map(
    reports.map((report) => {
      const unseen = report === newest ? hidden : hidden.filter((one) => one === report)
      const isShown = !hidden.includes(report)
      const isJudged = judged.includes(LEVEL_OF[report.parsed.kind])
      const notes = [
        ...unseen.map((one) => hiddenNote(one, facts)),
        ...(isShown && !isJudged ? [NOT_JUDGED] : []),
        ...(report === newest ? left : []),
      ]
      return [report.id, notes]
    }),
  )
}

function hiddenNote({ fileName, parsed, span }: StoredReport, facts: FileFacts): string {
  const shown = facts[LEVEL_OF[parsed.kind]]
  const instead = shown ? `; se ve ${daysText(shown)}` : ''
  return `«${fileName}» (${daysText(span)}) no se ve: no enlaza con los días más recientes de la cuenta${instead}. Sube los días que faltan en medio para verlos juntos.`
}

function unseenNote(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map((name) => `«${name}»`)
  const more = names.length > MOST_NAMED ? [`${names.length - MOST_NAMED} más`] : []
  return `Campañas que el informe de campañas más reciente no trae: ${listed([...shown, ...more])}. No se sabe si siguen activas, y no se recomienda nada sobre ellas.`
}

const MOST_NAMED = 6

function daysText({ from, to }: DayRange): string {
  return from === to ? `el ${longDay(from)}` : `del ${longDay(from)} al ${longDay(to)}`
}

const NOT_JUDGED =
  'Sus fechas no son las de los demás informes de la cuenta: se ve, pero las recomendaciones no se apoyan en él. Descárgalos todos con las mismas fechas.'

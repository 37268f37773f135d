import { longDay, plural } from '#shared/spanish-numbers.ts'
import { defaultRange, knownPart, rangeText } from '../rules/answer-period.ts'
import { rowText } from '../rules/cells.ts'
import type { Thing } from '../rules/named-things.ts'
import { type PlainAnswer, without } from '../rules/plain-answer.ts'
import {
  type KnownDays,
  type Question,
  type Reading,
  type Split,
  STEPS,
} from '../rules/question.ts'
import { readQuestion } from '../rules/read-question.ts'
import { inWholeSteps } from '../rules/stepped-report.ts'
import { answerFigures, subject } from './answer-figures.ts'
import { answerResults } from './answer-results.ts'
import { answerWhy } from './answer-why.ts'
import type { Asking } from './asking.ts'
import { readChanges, readRecommendations } from './event-tables.ts'
import { knownOf, readKnownDays, readNearTexts, readThings } from './known-account.ts'

/** A question read as data; where it cannot be, why. */
export async function understand(asking: Asking, question: string): Promise<Reading> {
  const { name, googleCustomerId } = asking.account
  const things = await readThings(asking, question)
  const known = { today: asking.today, things, account: { name, number: googleCustomerId } }
  const reading = readQuestion(question, known)
  const unread = 'refusal' in reading ? (reading.refusal.unread ?? []) : []
  const near = await readNearTexts(asking, unread)
  // Keywords and terms are too many to have all at hand: those spelt nearly so are looked for when words are left.
  return near.length === 0
    ? reading
    : readQuestion(question, { ...known, things: [...things, ...near] })
}

/** The answer by rules alone: every figure is one of its tables'. */
export async function answerPlainly(asking: Asking, asked: Question): Promise<PlainAnswer> {
  if (asked.intent === 'results') return await answerResults(asking, asked)
  const known = await readKnownDays(asking)
  if (asking.account.granularity === 'period') return await answerReport(asking, asked, known)
  const facts = asking.account.fileFacts?.account
  if (facts?.step === 'week' || facts?.step === 'month') {
    const stepped = inWholeSteps(asked, facts, asking.today)
    if ('refusal' in stepped) return without(stepped.refusal)
    return await answerDays(asking, stepped, known)
  }
  const question = asked.sinceChange ? await sinceLastChange(asking, asked, known) : asked
  if (!question)
    return without(
      `No consta ningún cambio de ${subject(asked).toLowerCase()} en los días que conozco.`,
    )
  return await answerDays(asking, question, known)
}

async function answerDays(asking: Asking, question: Question, all: KnownDays) {
  const known = await knownOf(asking, question, all)
  switch (question.intent) {
    case 'why':
      return await answerWhy(asking, question, known)
    case 'recommendations':
      return await recommendations(asking)
    case 'changes':
      return await changes(asking, question, known)
    default:
      return await answerFigures(asking, question, known)
  }
}

const BY_DAYS: readonly Split[] = [...STEPS, 'weekday']

/** A report without days answers for its whole period, and for no other. */
async function answerReport(
  asking: Asking,
  question: Question,
  known: KnownDays,
): Promise<PlainAnswer> {
  const byDays = question.split !== null && BY_DAYS.includes(question.split)
  const isOther = question.ranges.some(({ from, to }) => from !== known?.from || to !== known.to)
  if (!known || isOther || byDays || question.intent === 'why' || question.versus)
    return without(
      `Este informe solo tiene totales${known ? ` ${rangeText(known)}` : ''}: no sé nada de otros días ni de cada uno.`,
    )
  return await answerDays(
    asking,
    { ...question, ranges: [{ ...known, start: 0, said: 'todo el informe' }] },
    known,
  )
}

/** From the day of the newest change of what is asked about. Null where there is none. */
async function sinceLastChange(
  asking: Asking,
  question: Question,
  known: KnownDays,
): Promise<Question | null> {
  const [thing] = question.things
  const campaignId = thing?.kind === 'campaign' ? thing.ids[0] : undefined
  const all = await asking.ask.listAccountChanges({
    customerId: asking.account.googleCustomerId,
    ...(known && { from: known.from }),
    to: asking.today,
    ...(campaignId && { campaignId }),
  })
  const newest = all.find(
    ({ adGroupId }) => thing?.kind !== 'ad_group' || adGroupId === thing.ids[0],
  )
  if (!newest) return null
  const range = {
    from: newest.day,
    to: asking.today,
    start: 0,
    said: `desde el cambio del ${longDay(newest.day)}`,
  }
  return { ...question, ranges: [range, ...question.ranges] }
}

function campaignOf(thing: Thing | undefined) {
  const [campaignId] = thing?.kind === 'campaign' ? thing.ids : []
  return campaignId ? { campaignId } : {}
}

async function recommendations(asking: Asking): Promise<PlainAnswer> {
  const { currencyCode } = asking.account
  const table = await readRecommendations(asking, 5)
  const lines = table.rows.map((row) => {
    const forecast =
      row.cells.mid?.value === null
        ? 'sin previsión en dinero'
        : `${rowText(row, 'mid', currencyCode)} previstos al mes`
    return `· «${row.label}»: prioridad ${rowText(row, 'priority', currencyCode)}, ${forecast}`
  })
  return lines.length === 0
    ? without('No hay recomendaciones pendientes.')
    : {
        scope: 'Las recomendaciones pendientes más importantes:\n',
        body: lines.join('\n'),
        note: '',
        tables: [table],
      }
}

async function changes(asking: Asking, question: Question, known: KnownDays): Promise<PlainAnswer> {
  const [asked] = question.ranges
  const days = knownPart(asked ?? defaultRange(asking.today), known, asked?.said ?? null)
  if ('missing' in days) return without(days.missing)
  const [thing] = question.things
  // What was changed today is known before its figures are.
  const to = (asked ?? defaultRange(asking.today)).to
  const table = await readChanges(asking, {
    from: days.range.from,
    to: to > asking.today ? asking.today : to,
    limit: 10,
    ...campaignOf(thing),
  })
  const lines = table.rows.map(
    (row) => `· ${rowText(row, 'day', '')}: «${row.label}», por ${rowText(row, 'by', '')}`,
  )
  return lines.length === 0
    ? without(`No consta ningún cambio ${rangeText(days.range)}.`)
    : {
        scope: `${plural(lines.length, 'cambio', 'cambios')} ${rangeText(days.range)}:\n`,
        body: lines.join('\n'),
        note: '',
        tables: [table],
      }
}

import { call } from '#kit/api.ts'
import { OFFLINE_TEXT } from '#kit/api-error.ts'
import { toast } from '#kit/components/toast.tsx'
import type { Notice } from '#kit/components/toast-card.tsx'
import { errorText } from '#kit/error-text.ts'
import { invalidateData, queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural, shortDay } from '#shared/spanish-numbers.ts'
import { applyRecommendation, undoRecommendation } from '../../contract/changes.ts'
import {
  dismissSeveral,
  getEvidence,
  getInbox,
  restoreRecommendations,
  snoozeRecommendations,
} from '../../contract/inbox.ts'
import { listRecommendations, type Recommendation } from '../../contract/recommendations.ts'
import { STATE_WORDS, STATUS_WORDS } from '../../contract/wire-words.ts'
import { APPLY_FAILED, APPLY_TIMEOUT_MS, ASSUMED_RESULT, isLost, UNKNOWN } from '../apply-call.ts'
import { noticeOf, OPEN } from '../change-notice.ts'
import { tellOtherTabs } from './other-tabs.ts'
import type { Desk } from './use-deeds.ts'

const SLOW = { timeoutMs: APPLY_TIMEOUT_MS }
/** How long 'Aplicado' is read before the row leaves. */
const LEAVES_AFTER_MS = 600
const SNOOZE_DAYS = 7
/** How often, and how many times, what was sent without an answer is looked for. */
const LOOK_EVERY_MS = 15_000
const LOOKS = 40
const STILL_PENDING = 'No consta que se haya hecho: sigue pendiente. Puedes aplicarla de nuevo.'

/** One after the other, so that a line that breaks leaves the rest unsent and said so. */
export async function apply(desk: Desk, ids: readonly string[]): Promise<void> {
  const made: { id: string; title: string }[] = []
  const leaving: Promise<void>[] = []
  for (const [at, id] of ids.entries()) {
    const outcome = await applyOne(id)
    if (outcome.state === 'lost') {
      desk.mark([id], { state: 'open', text: UNKNOWN })
      if (ids.length === 1) tellRefusal({ title: OPEN, text: UNKNOWN })
      void follow(desk, id)
      desk.mark(ids.slice(at + 1), { state: 'refused', text: OFFLINE_TEXT })
      break
    }
    if (outcome.state === 'refused' || outcome.state === 'open') {
      desk.mark([id], outcome)
      if (outcome.state === 'open') void follow(desk, id)
      if (ids.length === 1) tellRefusal(outcome)
    } else {
      desk.mark([id], { state: 'done', text: 'Aplicado' })
      made.push({ id, title: outcome.title })
      tellOtherTabs({ ids: [id], text: 'Aplicada en otra pestaña' })
      leaving.push(later(() => leave(desk, [id])))
    }
  }
  if (made.length > 0)
    announce(desk, {
      title: ids.length === 1 ? 'Aplicado' : `${made.length} de ${ids.length} aplicadas`,
      description: madeText(made, ids.length),
      back: async () => {
        const undone = []
        for (const { id } of made) undone.push(await call(undoRecommendation, { id }, SLOW))
        // What is not undone, or not known to be, is what is to be told.
        const rest = undone.find((one) => one.estado_cambio !== STATE_WORDS.undone)
        return rest ? noticeOf(rest, BACK.title) : BACK
      },
    })
  await Promise.all(leaving)
  await invalidateData(desk.client)
}

export async function snooze(desk: Desk, ids: readonly string[]): Promise<void> {
  await putAway(desk, ids, async () => {
    const { until } = await call(snoozeRecommendations, { ids: [...ids], dias: SNOOZE_DAYS })
    const day = shortDay(until.slice(0, 10))
    return ids.length === 1
      ? { title: 'Pospuesta', description: `Vuelve el ${day}.` }
      : { title: `${ids.length} pospuestas`, description: `Vuelven el ${day}.` }
  })
}

export async function dismiss(desk: Desk, ids: readonly string[]): Promise<void> {
  await putAway(desk, ids, async () => {
    await call(dismissSeveral, { ids: [...ids] })
    return {
      title: ids.length === 1 ? 'Descartada' : plural(ids.length, 'descartada', 'descartadas'),
      description: 'Solo vuelve si lo que está en juego crece al menos la mitad.',
    }
  })
}

type Outcome =
  | { state: 'made'; title: string }
  | { state: 'refused' | 'open'; text: string; title: string }
  | { state: 'lost' }

/** The row of a single one leaves, so that the notice says which it was. */
function madeText(made: readonly { title: string }[], sent: number): string {
  if (sent === 1) return made[0]?.title ?? ''
  return sent > made.length ? 'Las demás siguen en la lista, con su motivo.' : ''
}

async function applyOne(id: string): Promise<Outcome> {
  try {
    const result = await call(applyRecommendation, { id, resultado: ASSUMED_RESULT }, SLOW)
    const { estado_cambio: state, message: text } = result
    if (state === STATE_WORDS.applying) return { state: 'open', text, title: OPEN }
    if (state === STATE_WORDS.failed) return { state: 'refused', text, title: APPLY_FAILED }
    return { state: 'made', title: result.titulo }
  } catch (error) {
    if (isLost(error)) return { state: 'lost' }
    return { state: 'refused', text: errorText(error, APPLY_FAILED), title: APPLY_FAILED }
  }
}

/** Looked for until it is known what became of it; it may reach Google after the first look, so pending is believed at the second. */
async function follow(desk: Desk, id: string): Promise<void> {
  let seenPending = false
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
    const found = await call(getEvidence, { id }).catch(() => null)
    if (found?.estado === STATUS_WORDS.pending && !seenPending) seenPending = true
    else if (found) {
      const isPending = found.estado === STATUS_WORDS.pending
      // The list first: what is still being applied says so there, and must not be offered in between.
      await invalidateData(desk.client)
      return desk.mark([id], isPending ? { state: 'refused', text: STILL_PENDING } : null)
    }
  }
}

/** The row says why, too: it may be out of sight by then. */
function tellRefusal({ title, text }: { title: string; text: string }): void {
  const description = text === title ? '' : text
  toast({ title, description, variant: title === OPEN ? 'warning' : 'destructive' })
}

type Said = { title: string; description: string }

async function putAway(desk: Desk, ids: readonly string[], send: () => Promise<Said>) {
  try {
    const said = await send()
    leave(desk, ids)
    tellOtherTabs({ ids, text: 'Decidida en otra pestaña' })
    const back = () => call(restoreRecommendations, { ids: [...ids] }).then(() => BACK)
    announce(desk, { ...said, back })
  } catch (error) {
    desk.mark(ids, { state: 'refused', text: errorText(error) })
  }
  await invalidateData(desk.client)
}

/** The rows go at once; the server's own list follows. */
function leave({ client, mark }: Desk, ids: readonly string[]): void {
  const gone = new Set(ids)
  const { queryKey } = queryOf(getInbox, {})
  client.setQueryData(queryKey, (inbox) => inbox && withoutRows(inbox, gone))
  client.setQueriesData<Recommendation[]>({ queryKey: [listRecommendations.path] }, (all) =>
    all?.filter(({ id }) => !gone.has(id)),
  )
  mark(ids, null)
}

/** The list without what has just been decided, until the server's own is read. */
function withoutRows(
  inbox: ReplyOf<typeof getInbox>,
  ids: ReadonlySet<string>,
): ReplyOf<typeof getInbox> {
  const rows = inbox.rows.filter(({ id }) => !ids.has(id))
  return { ...inbox, rows, total: inbox.total - (inbox.rows.length - rows.length) }
}

const BACK: Notice = { title: 'Deshecho', variant: 'success' }

/** With the way back: from the notice, or by its key. */
function announce(desk: Desk, { back, ...said }: Said & { back: () => Promise<Notice> }) {
  const goBack = () => {
    desk.setUndo(null)
    // Google may take seconds to answer.
    toast({ title: 'Deshaciendo…' })
    back()
      .then(toast)
      .catch((error) =>
        toast({
          title: 'No se pudo deshacer',
          description: errorText(error),
          variant: 'destructive',
        }),
      )
      .finally(() => {
        tellOtherTabs({ ids: [], text: '' })
        void invalidateData(desk.client)
      })
  }
  desk.setUndo(goBack)
  toast({ ...said, variant: 'success', action: { label: 'Deshacer', onSelect: goBack } })
}

function later(act: () => void): Promise<void> {
  return new Promise((done) => {
    setTimeout(() => {
      act()
      done()
    }, LEAVES_AFTER_MS)
  })
}

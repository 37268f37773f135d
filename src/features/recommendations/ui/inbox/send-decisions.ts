import { call } from '#kit/api.ts'
import { OFFLINE_TEXT } from '#kit/api-error.ts'
import { toast } from '#kit/components/toast.tsx'
import type { Notice } from '#kit/components/toast-card.tsx'
import { errorText } from '#kit/error-text.ts'
import { GOOGLE_CHANGE, isLost, isTimeout, OPEN, UNKNOWN } from '#kit/google-change.ts'
import { invalidateData } from '#kit/query.ts'
import { dayHere } from '#kit/today-here.ts'
import { plural, shortDay } from '#shared/spanish-numbers.ts'
import { applyRecommendation, undoRecommendation } from '../../contract/changes.ts'
import {
  dismissSeveral,
  getEvidence,
  restoreRecommendations,
  snoozeRecommendations,
} from '../../contract/inbox.ts'
import { STATE_WORDS, STATUS_WORDS } from '../../contract/wire-words.ts'
import { APPLY_FAILED, ASSUMED_RESULT } from '../apply-call.ts'
import {
  type Back,
  backNotice,
  type Made,
  madeMark,
  madeNotice,
  returnedNotice,
} from './decision-notices.ts'
import type { Desk, Pressed } from './desk.ts'
import { comeBack, type Lists, leave, listsOf, titleOf } from './leave-list.ts'
import { tellOtherTabs } from './other-tabs.ts'

/** How long 'Aplicado' is read before the row leaves. */
const LEAVES_AFTER_MS = 600
const SNOOZE_DAYS = 7
/** How often, and how many times, what was sent without an answer is looked for. */
const LOOK_EVERY_MS = 15_000
const LOOKS = 40
const NOT_SENT = 'No se ha enviado: la anterior se quedó sin respuesta.'
const BACK_UNKNOWN =
  'No sabemos si Google lo ha deshecho: la respuesta no llegó. Míralo en «Historial de aplicadas».'
const STILL_PENDING = 'No consta que se haya hecho: sigue pendiente. Puedes aplicarla de nuevo.'

/** One after the other, so that a line that breaks leaves the rest unsent and said so. */
export async function apply(desk: Desk, pressed: readonly Pressed[]): Promise<void> {
  const ids = pressed.map(({ id }) => id)
  const made: Made[] = []
  const leaving: Promise<void>[] = []
  const before = listsOf(desk.client)
  for (const [at, { id, visto }] of pressed.entries()) {
    const outcome = await applyOne(id, visto)
    if (outcome.state === 'lost') {
      desk.mark([id], { state: 'open', text: UNKNOWN })
      if (ids.length === 1) tellRefusal(titleOf(before, id), OPEN)
      void follow(desk, id)
      desk.mark(ids.slice(at + 1), { state: 'refused', text: outcome.rest })
      break
    }
    if (outcome.state === 'made') {
      desk.mark([id], { state: 'done', text: madeMark(outcome.made) })
      made.push(outcome.made)
      tellOtherTabs({ ids: [id], text: 'Aplicada en otra pestaña' })
      leaving.push(later(() => leave(desk, [id])))
    } else {
      desk.mark([id], outcome)
      if (outcome.state === 'open') void follow(desk, id)
      if (ids.length === 1) tellRefusal(titleOf(before, id), outcome.title)
    }
  }
  if (made.length > 0)
    announce(desk, {
      ...madeNotice(made, ids.length),
      back: () => takeBack(desk, made, before),
    })
  await Promise.all(leaving)
  await invalidateData(desk.client)
}

export async function snooze(desk: Desk, ids: readonly string[]): Promise<void> {
  await putAway(desk, ids, async () => {
    const { until } = await call(snoozeRecommendations, { ids: [...ids], dias: SNOOZE_DAYS })
    const day = shortDay(dayHere(new Date(until)))
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
  | { state: 'made'; made: Made }
  | { state: 'refused' | 'open'; text: string; title: string }
  /** `rest`: what is said of those that were to follow. */
  | { state: 'lost'; rest: string }

async function applyOne(id: string, visto: string): Promise<Outcome> {
  try {
    const asked = { id, resultado: ASSUMED_RESULT, ...(visto && { visto }) }
    const result = await call(applyRecommendation, asked, GOOGLE_CHANGE)
    const { estado_cambio: state, message: text } = result
    if (state === STATE_WORDS.applying) return { state: 'open', text, title: OPEN }
    if (state === STATE_WORDS.failed) return { state: 'refused', text, title: APPLY_FAILED }
    return { state: 'made', made: { ...result, id } }
  } catch (error) {
    if (isLost(error)) return { state: 'lost', rest: isTimeout(error) ? NOT_SENT : OFFLINE_TEXT }
    return { state: 'refused', text: errorText(error, APPLY_FAILED), title: APPLY_FAILED }
  }
}

/** The last made first, for it may stand on what one before it made. Each by itself, unless the line breaks. */
async function takeBack(desk: Desk, made: readonly Made[], before: Lists): Promise<Notice> {
  const backs: Back[] = []
  for (const { id } of made.toReversed()) {
    try {
      const { estado_cambio, message } = await call(undoRecommendation, { id }, GOOGLE_CHANGE)
      backs.push({ id, state: BACK_STATES[estado_cambio] ?? 'partly', text: message })
    } catch (error) {
      backs.push(
        isLost(error)
          ? { id, state: 'open', text: BACK_UNKNOWN }
          : { id, state: 'refused', text: errorText(error) },
      )
      if (isLost(error)) break
    }
  }
  const undone = backs.flatMap(({ id, state }) => (state === 'undone' ? [id] : []))
  comeBack(desk, undone, before)
  return backNotice(backs, made)
}

const BACK_STATES: Record<string, Back['state']> = {
  [STATE_WORDS.undone]: 'undone',
  [STATE_WORDS.undoing]: 'open',
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

/** The row, which may be out of sight, says what there is to say; the notice which one it is. */
function tellRefusal(which: string, title: string): void {
  const description = `${which}: su fila lo explica.`
  toast({ title, description, variant: title === OPEN ? 'warning' : 'destructive' })
}

async function putAway(desk: Desk, ids: readonly string[], send: () => Promise<Notice>) {
  try {
    const said = await send()
    const before = listsOf(desk.client)
    leave(desk, ids)
    tellOtherTabs({ ids, text: 'Decidida en otra pestaña' })
    const back = async () => {
      await call(restoreRecommendations, { ids: [...ids] })
      comeBack(desk, ids, before)
      return returnedNotice(titleOf(before, ids[0] ?? ''), ids.length)
    }
    announce(desk, { variant: 'success', ...said, back })
  } catch (error) {
    desk.mark(ids, { state: 'refused', text: errorText(error) })
  }
  await invalidateData(desk.client)
}

/** With the way back: from the notice, or by its key. */
function announce(desk: Desk, { back, ...said }: Notice & { back: () => Promise<Notice> }) {
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
  toast({ ...said, action: { label: 'Deshacer', onSelect: goBack } })
}

function later(act: () => void): Promise<void> {
  return new Promise((done) => {
    setTimeout(() => {
      act()
      done()
    }, LEAVES_AFTER_MS)
  })
}

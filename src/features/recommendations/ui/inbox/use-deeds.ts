import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { invalidateData, queryOf } from '#kit/query.ts'
import { plural, shortDay } from '#shared/spanish-numbers.ts'
import { applyRecommendation, undoRecommendation } from '../../contract/changes.ts'
import {
  dismissSeveral,
  getInbox,
  restoreRecommendations,
  snoozeRecommendations,
} from '../../contract/inbox.ts'
import { listRecommendations, type Recommendation } from '../../contract/recommendations.ts'
import { STATE_WORDS } from '../../contract/wire-words.ts'
import { APPLY_TIMEOUT_MS, ASSUMED_RESULT } from '../use-changes.ts'
import { withoutRows } from './inbox-rows.ts'

/** What the row says of itself until the list is read again. */
export type Mark = { state: 'sending' | 'done' | 'refused'; text: string }
export type Marks = ReadonlyMap<string, Mark>

/** How long 'Aplicado' is read before the row leaves. */
const LEAVES_AFTER_MS = 600
const SNOOZE_DAYS = 7
const OFFLINE = 'Sin conexión: no se ha enviado nada. Vuelve a intentarlo cuando vuelva.'
const UNKNOWN =
  'No sabemos si Google lo hizo: la respuesta no llegó. Lo comprobamos y aquí se verá; no lo envíes otra vez.'

/** Decides one or many; says so in their rows at once, and takes back what was refused. */
export function useDeeds() {
  const client = useQueryClient()
  const [marks, setMarks] = useState<Marks>(new Map())
  const undo = useRef<(() => void) | null>(null)
  const mark = useCallback((ids: readonly string[], next: Mark | null) => {
    setMarks((all) => {
      const copy = new Map(all)
      for (const id of ids) next ? copy.set(id, next) : copy.delete(id)
      return copy
    })
  }, [])
  const leave = useCallback(
    (ids: readonly string[]) => {
      const gone = new Set(ids)
      const { queryKey } = queryOf(getInbox, {})
      client.setQueryData(queryKey, (inbox) => inbox && withoutRows(inbox, gone))
      client.setQueriesData<Recommendation[]>({ queryKey: [listRecommendations.path] }, (all) =>
        all?.filter(({ id }) => !gone.has(id)),
      )
      mark(ids, null)
    },
    [client, mark],
  )
  const announce = (title: string, description: string, back: () => Promise<unknown>) => {
    const goBack = () => {
      undo.current = null
      back()
        .then(() => toast({ title: 'Deshecho', variant: 'success' }))
        .catch((error) =>
          toast({
            title: 'No se pudo deshacer',
            description: errorText(error),
            variant: 'destructive',
          }),
        )
        .finally(() => void invalidateData(client))
    }
    undo.current = goBack
    toast({
      title,
      description,
      variant: 'success',
      action: { label: 'Deshacer', onSelect: goBack },
    })
  }

  /** One after the other, so that a line that breaks leaves the rest unsent and said so. */
  const apply = async (ids: readonly string[]) => {
    if (!navigator.onLine) return mark(ids, { state: 'refused', text: OFFLINE })
    mark(ids, { state: 'sending', text: 'Aplicando…' })
    const made: string[] = []
    const leaving: Promise<void>[] = []
    for (const [at, id] of ids.entries()) {
      const outcome = await applyOne(id)
      if (outcome.state === 'lost') {
        mark([id], { state: 'refused', text: UNKNOWN })
        mark(ids.slice(at + 1), { state: 'refused', text: OFFLINE })
        break
      }
      if (outcome.state === 'refused') mark([id], { state: 'refused', text: outcome.text })
      else {
        mark([id], { state: 'done', text: 'Aplicado' })
        made.push(id)
        leaving.push(later(() => leave([id])))
      }
    }
    if (made.length > 0)
      announce(
        ids.length === 1 ? 'Aplicado' : `${made.length} de ${ids.length} aplicadas`,
        ids.length > made.length ? 'Las demás siguen en la lista, con su motivo.' : '',
        () => eachInTurn(made, (id) => call(undoRecommendation, { id }, SLOW)),
      )
    await Promise.all(leaving)
    await invalidateData(client)
  }

  const putOff = async (
    ids: readonly string[],
    { sending, send }: { sending: string; send: () => Promise<[string, string]> },
  ) => {
    mark(ids, { state: 'sending', text: sending })
    try {
      const [title, description] = await send()
      leave(ids)
      announce(title, description, () => call(restoreRecommendations, { ids: [...ids] }))
    } catch (error) {
      mark(ids, { state: 'refused', text: errorText(error) })
    }
    await invalidateData(client)
  }
  const snooze = (ids: readonly string[]) =>
    putOff(ids, {
      sending: 'Posponiendo…',
      send: async () => {
        const { until } = await call(snoozeRecommendations, { ids: [...ids], dias: SNOOZE_DAYS })
        const title = ids.length === 1 ? 'Pospuesta' : `${ids.length} pospuestas`
        const verb = ids.length === 1 ? 'Vuelve' : 'Vuelven'
        return [title, `${verb} el ${shortDay(until.slice(0, 10))}.`]
      },
    })
  const dismiss = (ids: readonly string[]) =>
    putOff(ids, {
      sending: 'Descartando…',
      send: async () => {
        await call(dismissSeveral, { ids: [...ids] })
        const title = plural(ids.length, 'descartada', 'descartadas')
        return [
          ids.length === 1 ? 'Descartada' : title,
          'Solo vuelve si lo que está en juego crece al menos la mitad.',
        ]
      },
    })
  return { marks, apply, snooze, dismiss, undo: () => undo.current?.() }
}

const SLOW = { timeoutMs: APPLY_TIMEOUT_MS }

type Outcome = { state: 'made' } | { state: 'refused'; text: string } | { state: 'lost' }

/** Sent, and no answer: it may have been done. */
const LOST: ReadonlySet<string> = new Set(['network', 'timeout'])

async function applyOne(id: string): Promise<Outcome> {
  try {
    const result = await call(applyRecommendation, { id, resultado: ASSUMED_RESULT }, SLOW)
    const isOpen = result.estado_cambio === STATE_WORDS.applying
    if (isOpen || result.estado_cambio === STATE_WORDS.failed)
      return { state: 'refused', text: result.message }
    return { state: 'made' }
  } catch (error) {
    if (error instanceof ApiError && LOST.has(error.code)) return { state: 'lost' }
    return { state: 'refused', text: errorText(error) }
  }
}

async function eachInTurn(ids: readonly string[], act: (id: string) => Promise<unknown>) {
  for (const id of ids) await act(id)
}

function later(act: () => void): Promise<void> {
  return new Promise((done) => {
    setTimeout(() => {
      act()
      done()
    }, LEAVES_AFTER_MS)
  })
}

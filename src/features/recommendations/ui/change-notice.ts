import type { Notice } from '#kit/components/toast-card.tsx'
import { OPEN } from '#kit/google-change.ts'
import type { ChangeResult } from '../contract/changes.ts'
import { STATE_WORDS } from '../contract/wire-words.ts'
import { APPLY_FAILED } from './apply-call.ts'

type Outcome = Pick<ChangeResult, 'estado_cambio' | 'message'>

/** What a change came to, as its notice says; `done`: where all of it was done. */
export function noticeOf(result: Outcome, done: string): Notice {
  const { estado_cambio: state, message } = result
  const title = TITLES[state] ?? done
  return { title, description: message, variant: IN_DOUBT.has(state) ? 'warning' : 'success' }
}

const TITLES: Partial<Record<ChangeResult['estado_cambio'], string>> = {
  [STATE_WORDS.applying]: OPEN,
  [STATE_WORDS.undoing]: OPEN,
  [STATE_WORDS.partly_applied]: 'Aplicada en parte',
  [STATE_WORDS.partly_undone]: 'Deshecha en parte',
  [STATE_WORDS.by_hand]: 'Anotada como hecha',
  [STATE_WORDS.failed]: APPLY_FAILED,
}

const IN_DOUBT = new Set<ChangeResult['estado_cambio']>([
  STATE_WORDS.applying,
  STATE_WORDS.undoing,
  STATE_WORDS.partly_applied,
  STATE_WORDS.partly_undone,
  STATE_WORDS.failed,
])

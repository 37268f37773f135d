import type { LucideIcon } from 'lucide-react'
import Ban from 'lucide-react/icons/ban'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { call } from '#kit/api.ts'
import { type AdminJob, cancelJob, retryJob } from '../contract/jobs.ts'

/** Something an administrator does to one task: what it says before, and what it calls. */
export type JobAction = {
  id: 'retry' | 'cancel'
  Icon: LucideIcon
  /** Menu entry and button. */
  title: string
  question: string
  /** What will happen, in full. */
  consequences: string
  isDangerous: boolean
  busyLabel: string
  run: (job: AdminJob) => Promise<{ message: string }>
}

export function actionsFor({ state }: AdminJob): JobAction[] {
  if (state === 'waiting') return [RETRY, CANCEL]
  if (state === 'running') return [CANCEL]
  return state === 'done' ? [] : [RETRY]
}

const RETRY: JobAction = {
  id: 'retry',
  Icon: RotateCw,
  title: 'Intentar ahora',
  question: '¿Intentar la tarea ahora?',
  consequences: 'Empieza en cuanto haya sitio y vuelve a tener todos sus intentos.',
  isDangerous: false,
  busyLabel: 'Pidiendo...',
  run: ({ id }) => call(retryJob, { id }),
}

const CANCEL: JobAction = {
  id: 'cancel',
  Icon: Ban,
  title: 'Cancelar tarea',
  question: '¿Cancelar la tarea?',
  consequences:
    'No se hará, salvo que la intentes de nuevo. Si está en marcha, se detiene en su próximo punto seguro, y lo que ya haya hecho queda hecho.',
  isDangerous: true,
  busyLabel: 'Cancelando...',
  run: ({ id }) => call(cancelJob, { id }),
}

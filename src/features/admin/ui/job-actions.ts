import Ban from 'lucide-react/icons/ban'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { call } from '#kit/api.ts'
import { type AdminJob, cancelJob, retryJob } from '../contract/jobs.ts'
import type { RowAction } from './row-action.ts'

type JobAction = RowAction<AdminJob>

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
  consequences: () => 'Empieza en cuanto haya sitio y vuelve a tener todos sus intentos.',
  busyLabel: 'Pidiendo...',
  run: ({ id }) => call(retryJob, { id }),
  failure: 'No se pudo volver a intentar la tarea',
}

const CANCEL: JobAction = {
  id: 'cancel',
  Icon: Ban,
  title: 'Cancelar tarea',
  question: '¿Cancelar la tarea?',
  consequences: () =>
    'No se hará, salvo que la intentes de nuevo. Si está en marcha, se detiene en su próximo punto seguro, y lo que ya haya hecho queda hecho.',
  isDangerous: true,
  busyLabel: 'Cancelando...',
  run: ({ id }) => call(cancelJob, { id }),
  failure: 'No se pudo cancelar la tarea',
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Badge, type Tone } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { ExampleLine } from '#kit/components/example-line.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { UpgradeNotice } from '#kit/components/upgrade-notice.tsx'
import { errorText } from '#kit/error-text.ts'
import { dayAndTime } from '#shared/spanish-numbers.ts'
import {
  deleteSchedule,
  pauseSchedule,
  runPdfPath,
  type Schedule,
  sendAgain,
} from '../contract/endpoints.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { schedulesQuery, useReportChange } from './use-reports.ts'

export function SchedulesSection({ readOnly }: { readOnly: boolean }) {
  const schedules = useQuery(schedulesQuery)
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null)
  const canAdd = schedules.data?.available && !readOnly
  return (
    <Section
      title="Envíos programados"
      description="Cada lunes o cada día 1 a las 8:00, por correo, en PDF y Excel"
      actions={
        canAdd && (
          <Button size="sm" onClick={() => setEdited('new')}>
            Programar un envío
          </Button>
        )
      }
    >
      {schedules.isPending && (
        <div role="status" aria-label="Cargando los envíos" className="p-5">
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {schedules.isError && !schedules.data && (
        <ErrorPanel message={errorText(schedules.error)} onRetry={() => void schedules.refetch()} />
      )}
      {schedules.data && !schedules.data.available && (
        <UpgradeNotice plan="Premium">
          Los informes se envían solos a ti y a tus clientes, con tu logotipo.
        </UpgradeNotice>
      )}
      {schedules.data?.available && schedules.data.schedules.length === 0 && (
        <EmptyState
          title="Todavía no hay ningún envío programado."
          example={
            <ExampleLine
              title="Informe semanal de Zapatería"
              detail="Cada lunes a las 8:00 · PDF y Excel · a ana@tienda.es"
            />
          }
        />
      )}
      <ul className="divide-y divide-line">
        {schedules.data?.schedules.map((schedule) => (
          <ScheduleLine
            key={schedule.id}
            schedule={schedule}
            readOnly={readOnly}
            canRun={schedules.data.available}
            onEdit={() => setEdited(schedule)}
          />
        ))}
      </ul>
      {edited && schedules.data && (
        <ScheduleDialog
          schedule={edited === 'new' ? null : edited}
          ownEmail={schedules.data.ownEmail}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}

type LineProps = { schedule: Schedule; readOnly: boolean; canRun: boolean; onEdit: () => void }

function ScheduleLine({ schedule, readOnly, canRun, onEdit }: LineProps) {
  const [isLeaving, setLeaving] = useState(false)
  const isPaused = schedule.pausedBecause !== null
  const pause = useReportChange(
    (paused: boolean) => call(pauseSchedule, { scheduleId: schedule.id, paused }),
    {
      done: isPaused ? 'El envío sigue en marcha' : 'Envío en pausa',
      refusal: 'No se pudo cambiar el envío',
    },
  )
  return (
    <li className="flex flex-col gap-2 px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium wrap-anywhere">{schedule.name}</h3>
        <Badge tone={isPaused ? 'warning' : 'success'}>{isPaused ? 'En pausa' : 'Activo'}</Badge>
      </div>
      <ScheduleFacts schedule={schedule} canSend={canRun && !readOnly} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={readOnly || !canRun} onClick={onEdit}>
          Editar
        </Button>
        <Button
          size="sm"
          disabled={readOnly || (isPaused && !canRun)}
          busy={pause.isPending}
          onClick={() => pause.mutate(!isPaused)}
        >
          {isPaused ? 'Reanudar' : 'Pausar'}
        </Button>
        <Button size="sm" look="danger" disabled={readOnly} onClick={() => setLeaving(true)}>
          Eliminar
        </Button>
      </div>
      {isLeaving && <DeleteDialog schedule={schedule} onClose={() => setLeaving(false)} />}
    </li>
  )
}

const TONES: Record<NonNullable<Schedule['last']>['state'], Tone> = {
  sent: 'success',
  waiting: 'neutral',
  partly: 'warning',
  failed: 'danger',
}

function ScheduleFacts({ schedule, canSend }: { schedule: Schedule; canSend: boolean }) {
  const { last, pausedText, accountNames, frequency, nextRunAt } = schedule
  const accounts = accountNames.join(', ') || 'ninguna cuenta'
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-muted wrap-anywhere">
      <p>
        {frequency === 'weekly' ? 'Cada lunes' : 'Cada día 1'} · {accounts}
      </p>
      <p>{pausedText ?? `Próximo envío: ${dayAndTime(new Date(nextRunAt))}`}</p>
      {last && (
        <p className="flex flex-wrap items-center gap-2">
          <span>Último: {dayAndTime(new Date(last.dueAt))}</span>
          <Badge tone={TONES[last.state]}>{last.text}</Badge>
          {last.hasFile && (
            <a className="underline" href={runPdfPath(last.runId)} target="_blank" rel="noopener">
              Ver el PDF
            </a>
          )}
          {last.canSendAgain && canSend && <SendAgain runId={last.runId} name={schedule.name} />}
        </p>
      )}
    </div>
  )
}

function SendAgain({ runId, name }: { runId: string; name: string }) {
  const send = useReportChange(() => call(sendAgain, { runId }), {
    done: 'Lo enviamos otra vez a quienes no les llegó',
    refusal: 'No se pudo enviar otra vez',
  })
  return (
    <Button size="sm" busy={send.isPending} onClick={() => send.mutate(undefined)}>
      Enviar otra vez<span className="sr-only"> «{name}»</span>
    </Button>
  )
}

function DeleteDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const remove = useReportChange(() => call(deleteSchedule, { scheduleId: schedule.id }), {
    done: 'Envío eliminado',
    refusal: 'No se pudo eliminar el envío',
  })
  return (
    <ConfirmDialog
      title={`¿Eliminar «${schedule.name}»?`}
      description="No se enviará más, y se olvidará lo que ya envió."
      onClose={onClose}
      confirm={{
        text: 'Eliminar',
        look: 'danger',
        busy: remove.isPending,
        act: () => remove.mutate(undefined, { onSuccess: onClose }),
      }}
    />
  )
}

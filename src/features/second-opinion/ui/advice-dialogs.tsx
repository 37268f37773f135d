import type { ReactNode } from 'react'
import { Button } from '#kit/components/button.tsx'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { evidenceText } from '#kit/evidence-text.ts'
import { changeFailureText, isLost } from '#kit/google-change.ts'
import { money } from '#shared/spanish-numbers.ts'
import type { GoogleRecommendation } from '../contract.ts'
import { type AdviceStep, VerdictBadge } from './advice-card.tsx'
import { BeforeAfter } from './before-after.tsx'
import { useApplyAdvice, useDismissAdvice } from './use-second-opinion.ts'
import { adviceName } from './verdicts.ts'

type AdviceDialogProps = {
  customerId: string
  currencyCode: string
  advice: GoogleRecommendation
  step: AdviceStep
  onStep: (step: AdviceStep) => void
  onClose: () => void
}

/** The numbers behind a verdict, or the question before anything is told to Google. */
export function AdviceDialog(props: AdviceDialogProps) {
  if (props.step === 'aplicar') return <ApplyDialog {...props} />
  if (props.step === 'descartar') return <DismissDialog {...props} />
  return <EvidenceDialog {...props} />
}

function EvidenceDialog({ advice, currencyCode, onStep, onClose }: AdviceDialogProps) {
  const figures = advice.figures.filter(({ value }) => value !== null)
  return (
    <Dialog
      title={advice.titulo}
      description={advice.campaignName}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onStep('descartar')}>Descartar</Button>
          {!advice.noAplicable && (
            <Button look="primary" onClick={() => onStep('aplicar')}>
              Aplicar
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <VerdictBadge advice={advice} />
          <p className="mt-2 text-pretty wrap-anywhere">{advice.razon}</p>
        </div>
        {figures.length > 0 && (
          <dl className="tabular grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
            {figures.map(({ key, label, unit, value }) => (
              <div key={key} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-ink-muted">{label}</dt>
                <dd className="text-right font-medium">
                  {evidenceText(unit, value, currencyCode)}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <Reservations advice={advice} />
        {advice.noAplicable && <p className="text-sm text-ink-muted">{advice.noAplicable}</p>}
      </div>
    </Dialog>
  )
}

function Reservations({ advice }: { advice: GoogleRecommendation }) {
  if (advice.reparos.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 font-semibold">A tener en cuenta</h3>
      <ul className="list-disc space-y-1 pl-5 text-sm text-ink-muted">
        {advice.reparos.map((text) => (
          <li key={text} className="text-pretty">
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

const DISSENT: Partial<Record<GoogleRecommendation['veredicto'], string>> = {
  descartar: 'Con los datos de la cuenta la descartaríamos.',
  probar: 'Antes de aplicarla entera, la probaríamos.',
  esperar: 'Por ahora esperaríamos.',
  sin_opinion: 'No tenemos con qué decir si te conviene.',
}

function ApplyDialog({ customerId, currencyCode, advice, onClose }: AdviceDialogProps) {
  const apply = useApplyAdvice()
  const { cambio, monthlyBudgetMicros, veredicto, visto, id } = advice
  return (
    <ConfirmDialog
      title="¿Aplicarla en Google Ads?"
      description={adviceName(advice)}
      onClose={onClose}
      confirm={{
        text: 'Aplicar en Google Ads',
        look: 'primary',
        busy: apply.isPending,
        disabled: isLost(apply.error),
        busyLabel: 'Aplicando...',
        act: () =>
          apply.mutate({ customerId, recommendationId: id, visto }, { onSuccess: onClose }),
      }}
    >
      <div className="flex flex-col gap-3">
        {cambio && (
          <p className="tabular rounded-control bg-sunken px-3 py-2 wrap-anywhere">
            <BeforeAfter before={cambio.antes} after={cambio.despues} />
          </p>
        )}
        {monthlyBudgetMicros !== null && monthlyBudgetMicros !== 0 && (
          <p>
            El gasto puede {monthlyBudgetMicros > 0 ? 'subir' : 'bajar'} hasta{' '}
            <strong className="tabular">
              {money(Math.abs(monthlyBudgetMicros), currencyCode)}
            </strong>{' '}
            al mes.
          </p>
        )}
        {DISSENT[veredicto] && <p className="font-medium text-warning">{DISSENT[veredicto]}</p>}
        <p className="text-ink-muted text-pretty">
          Google no ofrece deshacer una recomendación aplicada: si te arrepientes, hay que cambiarlo
          a mano. Quedará en el registro de cambios.
        </p>
        <Failure error={apply.error} />
      </div>
    </ConfirmDialog>
  )
}

function DismissDialog({ customerId, advice, onClose }: AdviceDialogProps) {
  const dismiss = useDismissAdvice()
  return (
    <ConfirmDialog
      title="¿Descartarla en Google Ads?"
      description={adviceName(advice)}
      onClose={onClose}
      confirm={{
        text: 'Descartar en Google Ads',
        look: 'danger',
        busy: dismiss.isPending,
        disabled: isLost(dismiss.error),
        busyLabel: 'Descartando...',
        act: () =>
          dismiss.mutate({ customerId, recommendationId: advice.id }, { onSuccess: onClose }),
      }}
    >
      <div className="flex flex-col gap-3">
        {advice.veredicto === 'aplicar' && (
          <p className="font-medium text-warning">
            Con los datos de la cuenta nosotros la aplicaríamos.
          </p>
        )}
        <p className="text-ink-muted text-pretty">
          Google dejará de enseñarla y de contarla en su nivel de optimización. En la campaña no
          cambia nada. Desde aquí no se puede recuperar; en Google Ads está entre las descartadas.
        </p>
        <Failure error={dismiss.error} />
      </div>
    </ConfirmDialog>
  )
}

export function Failure({ error }: { error: Error | null }): ReactNode {
  if (!error) return null
  return (
    <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-danger">
      {changeFailureText(error)}
    </p>
  )
}

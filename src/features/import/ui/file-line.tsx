import CircleAlert from 'lucide-react/icons/circle-alert'
import FileText from 'lucide-react/icons/file-text'
import X from 'lucide-react/icons/x'
import { Card } from '#kit/components/card.tsx'
import { IconButton } from '#kit/components/icon-button.tsx'
import { ProgressBar } from '#kit/components/progress-bar.tsx'
import { type FileState, sizeText, type Told } from './file-state.ts'
import { QuestionForm } from './question-form.tsx'
import { ReportResult } from './report-result.tsx'

/** One file and what became of it. */
export function FileLine(props: {
  state: FileState
  isBusy: boolean
  onRemove: () => void
  onTell: (told: Told) => void
}) {
  const { state, isBusy, onRemove, onTell } = props
  const { file, step } = state
  return (
    <li>
      <Card className="p-4">
        <div className="flex items-center gap-3">
          <FileText aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
          <p className="min-w-0 flex-1 truncate font-medium" title={file.name}>
            {file.name}
          </p>
          <span className="tabular shrink-0 text-sm text-ink-faint">{sizeText(file.size)}</span>
          {!isBusy && ['chosen', 'asked', 'refused'].includes(step.name) && (
            <IconButton label={`Quitar ${file.name}`} icon={<X />} onClick={onRemove} />
          )}
        </div>
        <div aria-live="polite">
          <StepText step={step} />
        </div>
        {step.name === 'asked' && <QuestionForm {...step} isBusy={isBusy} onTell={onTell} />}
      </Card>
    </li>
  )
}

function StepText({ step }: { step: FileState['step'] }) {
  if (step.name === 'sending') {
    const isSent = step.fraction >= 1
    return (
      <div className="mt-3 flex flex-col gap-1.5">
        <p className="text-sm text-ink-muted">{isSent ? 'Leyendo el informe...' : 'Subiendo...'}</p>
        <ProgressBar label="Subida del archivo" fraction={isSent ? null : step.fraction} />
      </div>
    )
  }
  if (step.name === 'refused') {
    return (
      <p className="mt-2 flex gap-2 text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          {step.reason} {step.canRetry && 'No se ha guardado nada de este archivo.'}
        </span>
      </p>
    )
  }
  if (step.name !== 'read') return null
  return step.reports.map((report) => (
    <section key={report.id}>
      {step.reports.length > 1 && <h3 className="mt-3 font-medium">{report.fileName}</h3>}
      <ReportResult report={report} />
    </section>
  ))
}

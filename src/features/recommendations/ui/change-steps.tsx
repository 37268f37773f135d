import ArrowRight from 'lucide-react/icons/arrow-right'
import { Obstacle } from '#kit/components/obstacle.tsx'
import type { ChangeStep } from '../contract/changes.ts'

/** Step by step what would be changed in Google Ads, and what stands in the way. */
export function ChangeSteps({ steps }: { steps: ChangeStep[] }) {
  return (
    <ol className="divide-y divide-line rounded-control border border-line">
      {steps.map((step) => (
        <li key={step.summary} className="px-3 py-2 text-sm">
          <p className="wrap-anywhere">{step.summary}</p>
          <dl className="tabular grid gap-0.5 not-empty:mt-0.5">
            {step.values.map(({ label, before, after }) => (
              <div key={label} className="flex flex-wrap items-baseline gap-x-2">
                <dt className="text-ink-faint">{label}</dt>
                <dd className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
                  {before !== null && (
                    <>
                      <s className="text-ink-muted no-underline">{before}</s>
                      <ArrowRight
                        aria-label="pasa a"
                        className="size-3.5 shrink-0 text-ink-faint"
                      />
                    </>
                  )}
                  <span className="font-medium">{after ?? 'se quita'}</span>
                </dd>
              </div>
            ))}
          </dl>
          {step.problem && (
            <Obstacle className="mt-2" isBlocking>
              {step.problem}
            </Obstacle>
          )}
          {step.conflicts.map(({ kind, blocking, message }) => (
            <Obstacle className="mt-2" key={`${kind} ${message}`} isBlocking={blocking}>
              {message}
            </Obstacle>
          ))}
        </li>
      ))}
    </ol>
  )
}

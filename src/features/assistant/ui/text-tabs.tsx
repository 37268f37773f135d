import { EmptyState } from '#kit/components/empty-state.tsx'
import { getExplanation, getSummary, wordExplanation, wordSummary } from '../contract/endpoints.ts'
import { TracedAnswer } from './traced-answer.tsx'
import { useWording } from './use-wording.ts'
import { WordingFrame } from './wording-frame.tsx'

export function SummaryTab({ customerId }: { customerId: string }) {
  const wording = useWording({ template: getSummary, model: wordSummary }, { customerId })
  return (
    <WordingFrame wording={wording} loadingLabel="Cargando el resumen semanal">
      {(summary) => <TracedAnswer answer={summary} customerId={customerId} />}
    </WordingFrame>
  )
}

/** Pending recommendations in groups; the cards themselves are in the block of the page. */
export function ExplanationTab({ customerId }: { customerId: string }) {
  const endpoints = { template: getExplanation, model: wordExplanation }
  const wording = useWording(endpoints, { customerId })
  return (
    <WordingFrame wording={wording} loadingLabel="Cargando las recomendaciones">
      {({ groups }) =>
        groups.length === 0 ? (
          <EmptyState title="No hay recomendaciones pendientes" />
        ) : (
          <ul className="flex flex-col gap-4">
            {groups.map(({ title, text, recommendations }) => (
              <li key={title} className="rounded-card border border-line p-4">
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-1 text-pretty whitespace-pre-line wrap-anywhere">{text}</p>
                <details className="mt-2">
                  <summary className="w-fit rounded-sm text-sm text-ink-muted">
                    Ver las recomendaciones ({recommendations.length})
                  </summary>
                  <ul className="mt-2 list-disc pl-5 text-sm">
                    {recommendations.map(({ id, titulo }) => (
                      <li key={id} className="wrap-anywhere">
                        {titulo}
                      </li>
                    ))}
                  </ul>
                </details>
              </li>
            ))}
          </ul>
        )
      }
    </WordingFrame>
  )
}

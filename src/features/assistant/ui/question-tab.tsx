import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { askQuestion, getAnswer, getAssistant, LONGEST_QUESTION } from '../contract/endpoints.ts'
import { TracedAnswer } from './traced-answer.tsx'
import { MODEL_TIMEOUT_MS, useUsageRefresh } from './use-wording.ts'
import { SourceBadge } from './wording-frame.tsx'

const EXAMPLES = [
  '¿Cuánto he gastado esta semana y a qué CPA?',
  '¿Cuáles son las peores campañas del mes?',
  '¿Qué términos gastan más sin convertir?',
  '¿Qué recomendaciones tengo pendientes?',
]

/** A question about the account; its answer stays until the next. */
export function QuestionTab({ customerId }: { customerId: string }) {
  const client = useQueryClient()
  const refresh = useUsageRefresh()
  const [question, setQuestion] = useState('')
  const answer = useMutation({
    mutationFn: async (asked: string) => {
      const { enabled } = await client.ensureQueryData(queryOf(getAssistant, {}))
      const input = { customerId, question: asked }
      return await call(enabled ? askQuestion : getAnswer, input, { timeoutMs: MODEL_TIMEOUT_MS })
    },
    onSettled: refresh,
  })
  const ask = (asked: string) => {
    setQuestion(asked)
    answer.mutate(asked)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim().length >= 3) ask(question.trim())
  }
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <TextField
          label="Tu pregunta"
          className="min-w-0 flex-1 basis-64"
          value={question}
          maxLength={LONGEST_QUESTION}
          placeholder={EXAMPLES[0]}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <Button
          type="submit"
          look="primary"
          busy={answer.isPending}
          busyLabel="Consultando…"
          disabled={question.trim().length < 3}
        >
          Preguntar
        </Button>
      </form>
      <ul className="flex flex-wrap gap-2">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <Button
              size="sm"
              className="h-auto! min-h-8 max-w-full text-left whitespace-normal!"
              disabled={answer.isPending}
              onClick={() => ask(example)}
            >
              {example}
            </Button>
          </li>
        ))}
      </ul>
      <div aria-live="polite" className="flex flex-col gap-4">
        {answer.isPending && <p className="text-ink-muted">Consultando tus datos…</p>}
        {answer.isError && <Banner tone="danger">{errorText(answer.error)}</Banner>}
        {answer.data && !answer.isPending && (
          <article className="flex flex-col gap-3 border-t border-line pt-4">
            <h3 className="font-semibold wrap-anywhere">{answer.variables}</h3>
            <p>
              <SourceBadge source={answer.data.source} />
            </p>
            {answer.data.notice && <Banner tone="warning">{answer.data.notice}</Banner>}
            <TracedAnswer key={answer.submittedAt} answer={answer.data} customerId={customerId} />
          </article>
        )}
      </div>
    </div>
  )
}

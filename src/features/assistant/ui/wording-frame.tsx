import { useQuery } from '@tanstack/react-query'
import Sparkles from 'lucide-react/icons/sparkles'
import type { ReactNode } from 'react'
import { Badge } from '#kit/components/badge.tsx'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { getAssistant } from '../contract/endpoints.ts'

type Wording = { source: 'template' | 'llm'; notice: string | null }

type WordingFrameProps<Text extends Wording> = {
  wording: {
    shown: Text | undefined
    isPending: boolean
    error: Error | null
    retry: () => void
    ask: () => void
    isAsking: boolean
    askError: Error | null
  }
  loadingLabel: string
  children: (text: Text) => ReactNode
}

/** A text with who worded it, and the button that lets the model word it where there is one. */
export function WordingFrame<Text extends Wording>(props: WordingFrameProps<Text>) {
  const { wording, loadingLabel, children } = props
  const { data: assistant } = useQuery(queryOf(getAssistant, {}))
  if (wording.isPending) return <Loading label={loadingLabel} />
  if (!wording.shown)
    return <ErrorPanel message={errorText(wording.error)} onRetry={wording.retry} />
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SourceBadge source={wording.shown.source} />
        {assistant?.enabled && (
          <Button
            size="sm"
            icon={<Sparkles aria-hidden="true" />}
            busy={wording.isAsking}
            busyLabel="Redactando…"
            onClick={wording.ask}
          >
            Redactar con IA
          </Button>
        )}
      </div>
      {wording.askError && <Banner tone="danger">{errorText(wording.askError)}</Banner>}
      {wording.shown.notice && <Banner tone="warning">{wording.shown.notice}</Banner>}
      {children(wording.shown)}
    </div>
  )
}

export function SourceBadge({ source }: Pick<Wording, 'source'>) {
  return source === 'llm' ? (
    <Badge tone="accent">Redactado por IA, cifras comprobadas</Badge>
  ) : (
    <Badge>Redactado con plantilla</Badge>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
